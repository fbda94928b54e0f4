// notify_test.mjs: notifications in Debian's chromium: subscribing, with a push service that is made
// up, and what the service worker shows.

import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { address, alone, DESK, PATIENCE_MS, violations } from './browser.mjs';
import { person } from './people.mjs';

// A headless browser shows no notifications.
export const chromium = '/usr/bin/chromium';

/** A player in a window with a service worker. */
const player = (name) => person(name, '', { options: { ...DESK, serviceWorkers: 'allow' } });

/** A window with fakes in it is not reused. */
async function leave(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const part = (page) => page.locator('details', { has: page.locator('summary', { hasText: 'Notifications' }) });

/** No headless browser gets a subscription: this one is made up. */
async function pretend(page, permission) {
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript(({ given, made }) => {
    let now = null;
    window.asked = [];
    Notification.requestPermission = async () => { window.asked.push('permission'); return given; };
    PushManager.prototype.getSubscription = async () => now;
    PushManager.prototype.subscribe = async (options) => {
      window.asked.push(options);
      now = { endpoint: 'https://push.invalid/of-this-device', toJSON: () => ({ endpoint: now.endpoint, keys: made }), unsubscribe: async () => { now = null; return true; } };
      return now;
    };
  }, { given: permission, made: keys });
  await page.goto(`${address}account`);
  await part(page).evaluate((one) => { one.open = true; });
}

/** Asks the page every second until it gives this answer, running `again` before; deepEqual reports any other answer. */
async function comes(page, question, wanted, again = async () => {}) {
  const begin = Date.now();
  for (let done = 0; ; await new Promise((resolve) => { setTimeout(resolve, 50); })) {
    if (Date.now() - begin >= done * 1000) { done += 1; await again(); }
    const answer = await page.evaluate(question);
    if (Date.now() - begin > PATIENCE_MS || JSON.stringify(answer) === JSON.stringify(wanted)) return assert.deepEqual(answer, wanted);
  }
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
    await comes(page, async () => (await (await fetch('/api/account')).json()).settings.NOTIFY, 'GAMES');
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

  'a push message is shown': async () => {
    const page = await player('Dora');
    await page.context().grantPermissions(['notifications'], { origin: address.slice(0, -1) });
    await page.evaluate(async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; });
    await comes(page, async () => (await navigator.serviceWorker.ready).active.state, 'activated');
    const devtools = await page.context().newCDPSession(page);
    const known = new Promise((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const one = registrations.find(({ scopeURL }) => scopeURL === address);
        if (one) resolve(one.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await known;
    for (const title of ['Your move', 'Your move again']) {
      const data = JSON.stringify({ title, body: 'Game 1 goes on.', url: '/games/1', tag: 'game-1' });
      // The browser may lose a message while it starts the worker; two messages with one tag are shown once.
      const push = () => devtools.send('ServiceWorker.deliverPushMessage', { origin: address.slice(0, -1), registrationId, data });
      await comes(page, async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title: told, body, tag, data: url }) => ({ title: told, body, tag, url })),
      [{ title, body: 'Game 1 goes on.', tag: 'game-1', url: '/games/1' }], push);
    }
    await leave(page);
  },
};
