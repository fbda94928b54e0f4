// sw.js: keeps the page itself, so that it opens without a network, never what the server answers; shows notifications.
// The build puts in what there is to keep.

const FILES = [];
const VERSION = '';

const kept = `shoogi ${VERSION}`;
/** Addresses that are not pages of the script. */
const others = /^\/(api|help|healthz|game|embed)(\/|$)/;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(FILES)));
});

// This one takes over when the pages that live on the files before it are closed; then those can go.
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith('shoogi ') && name !== kept).map((name) => caches.delete(name)),
  )));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || others.test(pathname)) return;
  // An address is asked for first, because the server writes into some pages; the files of a page never change.
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/').then((page) => page ?? Response.error())));
  else if (FILES.includes(pathname))
    event.respondWith(caches.match(pathname).then((file) => file ?? fetch(request)));
});

// What the server has told this device: {title, body, url, tag}.  What comes under the same tag takes its place.
addEventListener('push', (event) => {
  const { title = 'shoogi', body = '', url = '/', tag = '' } = event.data?.json() ?? {};
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon.svg', data: url, renotify: tag !== '' }));
});

// The page of what it tells of, where that is open already, or else a new one.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const there = new URL(event.notification.data, location.origin);
  if (there.origin !== location.origin) return;
  event.waitUntil(clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) =>
    all.find(({ url }) => new URL(url).pathname === there.pathname && there.search === '')?.focus() ?? clients.openWindow(there.href)));
});
