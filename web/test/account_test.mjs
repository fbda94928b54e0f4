// account_test.mjs: accounts in Debian's chromium: the cookie, signing in and out, two-factor codes, tokens, a link from an e-mail.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { address, alone, beyond, DESK, giveBack, openAt, PHONE, picture, pictureOf, violations, violationsInSoak } from './browser.mjs';

const PASSWORD = 'a long password';

/** RFC 6238, implemented independently. */
function codeOf(secret, ahead = 0) {
  let bits = '';
  for (const sign of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + ahead));
  const digest = createHmac('sha1', key).update(step).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7FFFFFFF) % 1e6).padStart(6, '0');
}

/** Opens a section of the page and submits one of its forms. */
async function deed(page, title, button, fields = {}) {
  const part = page.locator('details', { has: page.locator('summary', { hasText: title }) });
  await part.evaluate((one) => { one.open = true; });
  const form = part.locator('form', { has: page.getByRole('button', { name: button, exact: true }) });
  for (const [name, value] of Object.entries(fields)) await form.locator(`input[name="${name}"]`).fill(value);
  await form.getByRole('button', { name: button, exact: true }).click();
  return part;
}

async function fillSignUp(page, name) {
  await page.getByRole('tab', { name: 'Sign up' }).click();
  await page.locator('input[name="name"]').fill(name);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('form button[type="submit"]').click();
  await page.getByText(`You are signed in as ${name}`).waitFor();
}

async function signUp(name, options = DESK) {
  const page = await openAt('account', options);
  await fillSignUp(page, name);
  return page;
}

export const tests = {
  'the browser keeps the cookie, and scripts do not see it': async () => {
    // A guest signs up and becomes the account; another window of the browser follows.
    const page = await openAt('account');
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await page.getByText('You are a guest').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('You are a guest').waitFor();
    await fillSignUp(page, 'Anna');
    await other.getByText('You are signed in as Anna').waitFor();
    await other.close();
    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-shoogi');
    assert.deepEqual([cookie.httpOnly, cookie.secure, cookie.sameSite, cookie.path], [true, true, 'Lax', '/']);
    assert.equal(await page.evaluate(() => document.cookie), 'shoogi-language=en');
    await page.reload();
    await page.getByText('You are signed in as Anna').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Play as a guest' }).waitFor();
    // The mark of a known device stays, which nobody is signed in by.
    assert.deepEqual((await page.context().cookies()).map(({ name }) => name).sort(), ['__Host-shoogi-device', 'shoogi-language']);
    await page.locator('input[name="name"]').fill('anna');
    await page.locator('input[name="password"]').fill('another password');
    await page.locator('form button[type="submit"]').click();
    await page.getByText('Wrong name or password').waitFor();
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('form button[type="submit"]').click();
    await page.getByText('You are signed in as Anna').waitFor();
    await giveBack(page);
  },

  'two-factor codes, and signing in with one': async () => {
    const page = await signUp('Berta');
    const part = await deed(page, 'Two-factor authentication', 'Turn on two-factor authentication', { own: PASSWORD });
    await part.getByText('with your password only').waitFor();
    const link = await part.getByRole('link', { name: 'Open it on this device' }).getAttribute('href');
    const [, secret] = /^otpauth:.*secret=([A-Z2-7]{32})/.exec(link);
    assert.equal(await part.locator('.secret').textContent(), secret);
    await part.getByRole('img', { name: 'QR code' }).waitFor();
    await pictureOf(part, 'account-qr');
    assert.deepEqual(await violations(page), []);
    // Each code is valid one step early and one step late, so none is too old when it arrives.
    await deed(page, 'Two-factor authentication', 'Verify code', { what: codeOf(secret) });
    await part.getByText('10 recovery codes are left').waitFor();
    const spare = await part.locator('.spare li').allTextContents();
    assert.deepEqual([spare.length, new Set(spare).size], [10, 10]);
    assert.equal(await part.locator('.qr').count(), 0);
    await picture(page, 'account');
    assert.deepEqual(await violationsInSoak(page), []);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Play as a guest' }).waitFor();
    await page.locator('input[name="name"]').fill('Berta');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('form button[type="submit"]').click();
    await page.locator('input[name="code"]').fill(codeOf(secret, 1));
    await page.locator('form button[type="submit"]').click();
    await page.getByText('You are signed in as Berta').waitFor();
    // A recovery code replaces a code, once.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Play as a guest' }).waitFor();
    await page.locator('input[name="name"]').fill('Berta');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('form button[type="submit"]').click();
    await page.locator('input[name="code"]').fill(spare[0]);
    await page.locator('form button[type="submit"]').click();
    await page.getByText('You are signed in as Berta').waitFor();
    await deed(page, 'Two-factor authentication', 'Turn off two-factor authentication', { own: 'another word', code: spare[1] });
    await part.getByText('Wrong password').waitFor();
    await part.getByText('9 recovery codes are left').waitFor();
    await deed(page, 'Two-factor authentication', 'Turn off two-factor authentication', { own: PASSWORD, code: spare[1] });
    await part.getByText('with your password only').waitFor();
    await giveBack(page);
  },

  'a token, a new password, and closing the account': alone(async () => {
    const page = await signUp('Carla', PHONE);
    const part = await deed(page, 'API tokens', 'Create token', { name: 'my bot', own: PASSWORD });
    assert.match(await part.locator('li').textContent(), /read,play,records/);
    await part.getByText('my bot').waitFor();
    const token = await part.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    assert.match(token, /^shoogi_[\w-]{43}$/);
    const who = () => fetch(`${address}api/account`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await (await who()).json()).name, 'Carla');
    await picture(page, 'account-phone');
    assert.deepEqual(await beyond(page), []);
    assert.deepEqual(await violations(page), []);
    // Revokes one token; closing the account revokes the other.
    await part.getByRole('button', { name: 'Revoke: my bot' }).click();
    await part.getByText('You have no tokens').waitFor();
    assert.equal((await who()).status, 401);
    await deed(page, 'API tokens', 'Create token', { name: 'another', own: PASSWORD });
    await part.getByText('another').waitFor();
    const places = await deed(page, 'Where you are signed in', 'End all other sessions');
    await places.getByText('Done.').waitFor();
    assert.equal(await places.locator('li').count(), 1);
    assert.match(await places.locator('li').textContent(), /current.*127\.0\.0\.1/);
    await part.getByText('You have no tokens').waitFor();
    const word = await deed(page, 'Password', 'Change password', { own: PASSWORD, next: 'other secret' });
    await word.locator('[role="status"]').waitFor();
    await page.reload();
    await page.getByText('You are signed in as Carla').waitFor();
    const closing = await deed(page, 'Close account', 'Close account permanently', { own: PASSWORD });
    await closing.getByText('Wrong password').waitFor();
    await deed(page, 'Close account', 'Close account permanently', { own: 'other secret' });
    await page.getByRole('button', { name: 'Play as a guest' }).waitFor();
    await giveBack(page);
  }),

  'a link from an e-mail does nothing by itself': async () => {
    const page = await openAt(`account?letter=shoogi_${'A'.repeat(43)}`);
    assert.deepEqual(await violationsInSoak(page), []);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('has been used or has expired').waitFor();
    await giveBack(page);
  },
};
