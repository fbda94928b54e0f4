// main.tsx: shows the page.

import { render } from 'preact';
import { Shell } from './Shell';
import { pageOf } from './routes';
import { fetchMe } from './server';
import { setting } from './settings';
import './style.css';
import { loadLanguage } from './words';

document.documentElement.dataset['theme'] = setting('theme');
const root = document.getElementById('app')!;
void fetchMe();
// What the server wrote for those without scripts stays where there is nothing better.
if (pageOf(location.pathname) || !root.querySelector('.reading'))
  void loadLanguage(setting('language')).finally(() => {
    root.textContent = '';
    render(<Shell />, root);
  });

// Once there is nothing better to do the page is kept for times without a network.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), 3000));
