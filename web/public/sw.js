// sw.js: the service worker: caches the files of the page, so that it opens offline, and shows push notifications.
// It never caches answers of the server.  The build fills in FILES and VERSION.

const FILES = [];
const VERSION = '';

const cacheName = `shoogi ${VERSION}`;
/** Paths that the server answers itself, instead of the page. */
const serverPaths = /^\/(api|help|healthz|game|embed)(\/|$)/;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(FILES)));
});

// A new version becomes active once no page of the old one is open: then the old cache can be deleted.
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith('shoogi ') && name !== cacheName).map((name) => caches.delete(name)),
  )));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || serverPaths.test(pathname)) return;
  // Pages come from the network first, because the server writes into some of them.  Files come from the cache first: their
  // names contain a hash of their contents.
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/').then((page) => page ?? Response.error())));
  else if (FILES.includes(pathname))
    event.respondWith(caches.match(pathname).then((file) => file ?? fetch(request)));
});

// A push message: {title, body, url, tag}.  A notification replaces an earlier one with the same tag.
addEventListener('push', (event) => {
  const { title = 'shoogi', body = '', url = '/', tag = '' } = event.data?.json() ?? {};
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon.svg', data: url, renotify: tag !== '' }));
});

// Focuses a window that shows the page of the notification, or opens one.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data, location.origin);
  if (target.origin !== location.origin) return;
  event.waitUntil(clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) =>
    all.find(({ url }) => new URL(url).pathname === target.pathname && target.search === '')?.focus() ?? clients.openWindow(target.href)));
});
