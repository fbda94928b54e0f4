// push.mjs: a push service for tests of the page, under TLS, whose messages are read by another implementation
// (tests/e2e/push_open.mjs).

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'push-'));
process.on('exit', () => { fs.rmSync(folder, { recursive: true, force: true }); });
const [certificate, key] = ['push.pem', 'push.key'].map((name) => path.join(folder, name));
execFileSync('openssl', [...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(' '),
  '-out', certificate, '-keyout', key], { stdio: 'ignore' });
// Servers that start from now on trust the certificate.
process.env.SSL_CERT_FILE = certificate;

const reader = fileURLToPath(new URL('../../tests/e2e/push_open.mjs', import.meta.url));
const read = (what, input = '') => JSON.parse(execFileSync(process.execPath, [reader, what], { input, encoding: 'utf8' }));

/** The keys of a subscription: {private, point, auth}. */
export const makeKeys = () => read('make');

export class PushService {
  static async open() {
    const service = new PushService();
    service.requests = [];
    service.server = https.createServer({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }, async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      service.requests.push({ body: Buffer.concat(parts).toString('base64'), authorization: request.headers.authorization });
      service.wake?.();
      response.writeHead(201).end();
    });
    service.server.listen(0, '127.0.0.1');
    await once(service.server, 'listening');
    service.endpoint = `https://localhost:${service.server.address().port}/device`;
    return service;
  }

  /** The n-th message, counted from 0, once it has come. */
  async message(n, { private: number, auth }) {
    while (this.requests.length <= n) await new Promise((resolve) => { this.wake = resolve; });
    return read('open', JSON.stringify({ private: number, auth, ...this.requests[n] })).message;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
