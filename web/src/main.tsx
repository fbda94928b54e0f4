// main.tsx: starts the page.

import { render } from 'preact';
import { Shell } from './Shell';
import { pageOf } from './routes';
import { keepServed } from './served';
import { fetchMe } from './server';
import { setting } from './settings';
import './design/design.css';
import { loadLanguage } from './words';

document.documentElement.dataset['theme'] = setting('theme');
const root = document.getElementById('app')!;
void fetchMe();
// What the server wrote stays, within the frame, where the application has no page of its own.
if (!pageOf(location.pathname)) keepServed(root);
void loadLanguage(setting('language')).finally(() => {
  root.textContent = '';
  render(<Shell />, root);
});

// Once the page is idle, a service worker stores it for use offline.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), 3000));
