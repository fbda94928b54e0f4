// main.tsx: fetches the rules, then shows the page.

import { render } from 'preact';
import { App } from './App';
import { open } from './library';
import './style.css';

const root = document.getElementById('app')!;
open().then(
  (shoogi) => render(<App shoogi={shoogi} />, root),
  (error: unknown) => { root.textContent = `This page could not start: ${String(error)}`; },
);
