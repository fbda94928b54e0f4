// push_open.mjs: the browser's end of web push, on another implementation: RFC 8291 and RFC 8292 with node's crypto.
//
//     node push_open.mjs make     prints the keys of a subscription: {private, point, auth}
//     node push_open.mjs open     reads {private, auth, body, authorization}, prints {message, claims, key}, or fails

import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';

const from = (text) => Buffer.from(text, 'base64url');

function make() {
  const browser = crypto.createECDH('prime256v1');
  browser.generateKeys();
  return { private: browser.getPrivateKey('base64url'), point: browser.getPublicKey('base64url'), auth: crypto.randomBytes(16).toString('base64url') };
}

function decrypt({ private: number, auth, body }) {
  const bytes = Buffer.from(body, 'base64');
  const salt = bytes.subarray(0, 16);
  assert.equal(bytes.readUInt32BE(16), 4096);
  assert.equal(bytes[20], 65);
  assert.ok(bytes.length <= 4096);
  const theirs = bytes.subarray(21, 86);
  const browser = crypto.createECDH('prime256v1');
  browser.setPrivateKey(from(number));
  const secret = browser.computeSecret(theirs);
  const hkdf = (key, salted, info, length) => Buffer.from(crypto.hkdfSync('sha256', key, salted, info, length));
  const material = hkdf(secret, from(auth), Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs]), 32);
  const key = hkdf(material, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(material, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = crypto.createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(bytes.subarray(-16));
  const record = Buffer.concat([cipher.update(bytes.subarray(86, -16)), cipher.final()]);
  const end = record.lastIndexOf(2);
  assert.ok(record.subarray(end + 1).every((byte) => byte === 0));
  return record.subarray(0, end).toString();
}

function verify(authorization) {
  const [, token, key] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/.exec(authorization);
  const [head, claims, signature] = token.split('.');
  const point = from(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  assert.deepEqual(JSON.parse(from(head)), { typ: 'JWT', alg: 'ES256' });
  assert.ok(crypto.verify('sha256', Buffer.from(`${head}.${claims}`), { key: crypto.createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, from(signature)));
  return { claims: JSON.parse(from(claims)), key };
}

if (process.argv[2] === 'make') {
  console.log(JSON.stringify(make()));
} else {
  const sent = JSON.parse(fs.readFileSync(0, 'utf8'));
  console.log(JSON.stringify({ message: JSON.parse(decrypt(sent)), ...verify(sent.authorization) }));
}
