// notify_test.mjs: notifications in Debian's chromium: subscribing, with a subscription that is made up, and what the service
// worker shows of what the server sends to a push service of our own (push.mjs).

import assert from 'node:assert/strict';
import { address, alone, DESK, until, violations } from './browser.mjs';
import { person, post } from './people.mjs';
import { makeKeys, PushService } from './push.mjs';

// A headless browser shows no notifications.
export const chromium = '/usr/bin/chromium';
export const serving = ['--push', 'anywhere', '--url', 'https://shogi.example'];

/** A player in a window with a service worker. */
const player = (name) => person(name, '', { options: { ...DESK, serviceWorkers: 'allow' } });

/** A window with fakes in it is not reused. */
async function leave(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const part = (page) => page.locator('details', { has: page.locator('summary', { hasText: 'Notifications' }) });

/** No headless browser gets a subscription: this one is made up. */
async function pretend(page, permission, { endpoint = 'https://push.invalid/of-this-device', keys = makeKeys() } = {}) {
  await page.addInitScript(({ given, at, made }) => {
    let now = null;
    window.asked = [];
    Notification.requestPermission = async () => { window.asked.push('permission'); return given; };
    PushManager.prototype.getSubscription = async () => now;
    PushManager.prototype.subscribe = async (options) => {
      window.asked.push(options);
      now = { endpoint: at, toJSON: () => ({ endpoint: now.endpoint, keys: made }), unsubscribe: async () => { now = null; return true; } };
      return now;
    };
  }, { given: permission, at: endpoint, made: { p256dh: keys.point, auth: keys.auth } });
  await page.goto(`${address}account`);
  await part(page).evaluate((one) => { one.open = true; });
}

export const tests = {
  'a button subscribes, and the list shows the device': async () => {
    const page = await player('Anna');
    await pretend(page, 'granted');
    const button = part(page).getByRole('button', { name: 'Notify me on this device' });
    await button.waitFor();
    assert.deepEqual(await page.evaluate(() => window.asked), []); // not before it is clicked
    await button.click();
    await part(page).getByText('current').waitFor();
    await button.waitFor({ state: 'detached' });
    const asked = await page.evaluate(() => window.asked);
    const { key } = await page.evaluate(async () => (await fetch('/api/account/devices')).json());
    assert.deepEqual(asked, ['permission', { userVisibleOnly: true, applicationServerKey: key }]);
    assert.match(await part(page).locator('li').textContent(), /^Chrome, Linux/);
    assert.deepEqual(await violations(page), []);
    await part(page).getByLabel('Notify me about').selectOption('GAMES');
    await until(() => page.evaluate(async () => (await (await fetch('/api/account')).json()).settings.NOTIFY), 'GAMES');
    await part(page).getByRole('button', { name: 'Remove' }).click();
    await button.waitFor();
    assert.equal(await part(page).locator('li').count(), 0);
    await leave(page);
  },

  'a refused permission is explained': alone(async () => {
    const page = await player('Berta');
    await pretend(page, 'denied');
    await part(page).getByRole('button', { name: 'Notify me on this device' }).click();
    await part(page).getByText('This browser blocks notifications').waitFor();
    assert.deepEqual(await page.evaluate(async () => (await (await fetch('/api/account/devices')).json()).devices), []);
    await leave(page);
  }),

  'a browser without support is told why': alone(async () => {
    const page = await player('Cleo');
    await page.addInitScript(() => { delete window.PushManager; });
    await page.goto(`${address}account`);
    await part(page).evaluate((one) => { one.open = true; });
    await part(page).getByText('This browser does not support notifications').waitFor();
    assert.equal(await part(page).getByRole('button', { name: 'Notify me on this device' }).count(), 0);
    await leave(page);
  }),

  'a challenge that is accepted while its player is away is shown by the service worker, and a click leads to the game': async () => {
    const service = await PushService.open();
    const keys = makeKeys();
    const page = await player('Dora');
    await page.context().grantPermissions(['notifications'], { origin: address.slice(0, -1) });
    await pretend(page, 'granted', { endpoint: service.endpoint, keys });
    await part(page).getByRole('button', { name: 'Notify me on this device' }).click();
    await part(page).getByText('current').waitFor();
    await until(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active.state), 'activated');
    const { challenge } = await post(page, 'new', { variant: 'shogi', clock: '3d', colour: 'white', pattern: '*' });
    const devtools = await page.context().newCDPSession(page);
    const known = new Promise((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const one = registrations.find(({ scopeURL }) => scopeURL === address);
        if (one) resolve(one.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await known;
    const worker = () => page.context().serviceWorkers()[0];
    // For the server the player is away.
    await page.goto('about:blank');
    const emil = await player('Emil');
    const { game } = await post(emil, 'new', { number: challenge });
    const shown = async (n) => {
      const message = await service.message(n, keys);
      const { title, body, tag, url } = message;
      // The browser may lose a message while it starts the worker; two messages with one tag are shown once.
      await until(async () => {
        await devtools.send('ServiceWorker.deliverPushMessage', { origin: address.slice(0, -1), registrationId, data: JSON.stringify(message) });
        return worker().evaluate(async () => (await registration.getNotifications()).map((one) => ({ title: one.title, body: one.body, tag: one.tag, url: one.data })));
      }, [{ title, body, tag, url }]);
      return message;
    };
    const begun = await shown(0);
    assert.equal(begun.url, `/games/${game}`);
    assert.match(begun.title, /Emil/);
    await post(emil, 'play', { game, move: '7g7f' });
    const { tag } = await shown(1);
    assert.equal(tag, begun.tag);
    // Without a desktop no notification can be clicked, and only a click may open a window.
    const opened = await worker().evaluate(async () => {
      const [notification] = await registration.getNotifications();
      return new Promise((resolve) => {
        Object.defineProperty(clients, 'openWindow', { configurable: true, value: async (url) => resolve(url) });
        dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      });
    });
    assert.equal(opened, `${address}games/${game}`);
    await page.goto(opened);
    await page.locator('[data-square="7f"]').waitFor();
    service.close();
    await leave(emil);
    await leave(page);
  },
};
