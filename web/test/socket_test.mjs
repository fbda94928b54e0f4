// socket_test.mjs: the WebSockets of the HTTP port, tested with another implementation, ws, which checks every frame we send against
// RFC 6455.  Its own frames are of the kinds in the Autobahn list: framing, pings, reserved bits and
// opcodes, fragments, UTF-8, closing, limits.  Prints TAP.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { run } from '../../tests/tap.mjs';

const built = process.env.SHOOGI_BUILD_ROOT ?? fileURLToPath(new URL('../../build', import.meta.url));
const MESSAGE_BYTES_MAX = 8192; // src/wire/bounds.h

// The program with other routes: /socket echoes what it receives (tests/e2e/echo_routes.c).
const server = spawn(path.join(built, 'tests/e2e/echo_server'), ['serve', '--telnet', '127.0.0.1:0', '--http',
  '127.0.0.1:0', '--db', 'memory', '--per-address', '1000'], { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
for await (const piece of server.stdout) {
  said += piece;
  if (/^ready$/m.test(said)) break;
}
const host = /^http (\S+)$/m.exec(said)[1];

const CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;
const bytesOf = (payload) => (typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload ?? []));

/** One frame as a client sends it, valid or not. */
function frame(opcode, payload, { fin = true, bits = 0, masked = true, length = undefined } = {}) {
  const body = bytesOf(payload);
  const count = length ?? body.length;
  const head = [(fin ? 0x80 : 0) | (bits << 4) | opcode];
  const flag = masked ? 0x80 : 0;
  if (count < 126) head.push(flag | count);
  else if (count < 65536) head.push(flag | 126, count >> 8, count & 255);
  else head.push(flag | 127, ...Buffer.from(BigInt(count).toString(16).padStart(16, '0'), 'hex'));
  if (!masked) return Buffer.concat([Buffer.from(head), body]);
  const mask = crypto.randomBytes(4);
  return Buffer.concat([Buffer.from(head), mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}

const more = { fin: false };
const closing = (code, reason = '') => frame(CLOSE, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));
const text = (payload) => frame(TEXT, payload);

/** The events of a connection: "message", "pong ...", and at last "close CODE". */
async function hear(sent, { chop = 0, end = true } = {}) {
  const heard = [];
  const socket = new WebSocket(`ws://${host}/socket`, { origin: `http://${host}`, perMessageDeflate: true });
  socket.on('message', (data, binary) => heard.push(binary ? `binary ${data.length}` : data.toString()));
  socket.on('pong', (data) => heard.push(`pong ${data.toString('latin1')}`));
  socket.on('error', (error) => heard.push(`fault ${error.message}`));
  const over = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
  await new Promise((resolve, reject) => { socket.on('open', resolve); socket.on('error', reject); });
  assert.equal(socket.extensions, '');
  const all = Buffer.concat(end ? [...sent, closing(1000)] : sent);
  if (chop > 0) {
    for (let at = 0; at < all.length; at += chop) {
      socket._socket.write(all.subarray(at, at + chop));
      if (at < 40 * chop) await new Promise((resolve) => setImmediate(resolve));
    }
  } else socket._socket.write(all);
  const code = await over;
  return [...heard, `close ${code}`];
}

/** Each row: the frames sent, and the events before the close, whose code is that of the row or 1000. */
async function check(rows) {
  for (const [name, sent, wanted, code] of rows)
    for (const chop of [0, 1, 997]) {
      if (chop === 1 && Buffer.concat(sent).length > 2000) continue;
      assert.deepEqual(await hear(sent, { chop, end: code === undefined }), [...wanted, `close ${code ?? 1000}`],
        `${name}, ${chop ? `${chop} bytes at a time` : 'at once'}`);
    }
}

const star = (count) => '*'.repeat(count);
const bad = (name, ...sent) => [name, sent, [], 1002];

await run({
  'messages of all lengths': () => check([
    ...[0, 1, 125, 126, 127, 128, 4096, 8191, MESSAGE_BYTES_MAX]
      .map((count) => [`${count} bytes`, [text(star(count))], [star(count)]]),
    ['many at once', Array.from({ length: 200 }, (_, i) => text(`${i}`)), Array.from({ length: 200 }, (_, i) => `${i}`)],
    ...[MESSAGE_BYTES_MAX + 1, 65535, 65536].map((count) => [`${count} bytes`, [text(star(count))], [], 1009]),
    ['a length that is only said', [frame(TEXT, '', { length: 2 ** 40 })], [], 1009],
    ['a binary message', [frame(BINARY, [0, 255, 1])], [], 1003],
    ['an empty binary message', [frame(BINARY)], [], 1003],
  ]),

  'pings and pongs': () => check([
    ['without payload', [frame(PING)], ['pong ']],
    ['with payload', [frame(PING, 'Hello')], ['pong Hello']],
    ['with bytes', [frame(PING, [0, 255, 254, 253, 252, 251, 0, 255])], ['pong \0\xff\xfe\xfd\xfc\xfb\0\xff']],
    ['125 bytes', [frame(PING, Buffer.alloc(125, 0xfe))], [`pong ${'\xfe'.repeat(125)}`]],
    bad('126 bytes', frame(PING, Buffer.alloc(126, 0xfe))),
    ['pongs nobody asked for', [frame(PONG), frame(PONG, 'payload')], []],
    ['a pong, then a ping', [frame(PONG, 'x'), frame(PING, 'y')], ['pong y']],
    ['ten pings', Array.from({ length: 10 }, (_, i) => frame(PING, `${i}`)), Array.from({ length: 10 }, (_, i) => `pong ${i}`)],
    bad('a pong of 126 bytes', frame(PONG, Buffer.alloc(126))),
  ]),

  'reserved bits': () => check([1, 2, 3, 4, 5, 6, 7].flatMap((bits) => [
    bad(`bits ${bits} of a text`, frame(TEXT, 'x', { bits })),
    ['behind a message', [text('first'), frame(TEXT, 'x', { bits }), frame(PING)], ['first'], 1002],
    bad(`bits ${bits} of a ping`, frame(PING, '', { bits })),
    bad(`bits ${bits} of a close`, frame(CLOSE, '', { bits })),
    bad(`bits ${bits} of a fragment`, frame(TEXT, 'x', more), frame(CONTINUED, 'y', { bits })),
  ])),

  'reserved opcodes': () => check([3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode) => [
    bad(`opcode ${opcode}`, frame(opcode)),
    ['with payload, behind a message', [text('first'), frame(opcode, 'x'), frame(PING)], ['first'], 1002],
  ])),

  'masks and lengths': () => check([
    bad('a frame without a mask', frame(TEXT, 'x', { masked: false })),
    bad('a ping without a mask', frame(PING, '', { masked: false })),
    bad('a length in more bytes than it needs', Buffer.from([0x81, 0xfe, 0, 5, 0, 0, 0, 0])),
    bad('likewise in eight', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])),
    bad('a length with its first bit', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])),
  ]),

  'fragments': () => check([
    ['two', [frame(TEXT, 'frag', more), frame(CONTINUED, 'ment')], ['fragment']],
    ['empty ones', [frame(TEXT, '', more), frame(CONTINUED, '', more), frame(CONTINUED)], ['']],
    ['some of them empty', [frame(TEXT, '', more), frame(CONTINUED, 'middle', more), frame(CONTINUED)], ['middle']],
    ['a ping within', [frame(TEXT, 'a', more), frame(PING, 'p'), frame(CONTINUED, 'b')], ['pong p', 'ab']],
    ['pings within', [frame(TEXT, 'a', more), frame(PING, '1'), frame(CONTINUED, 'b', more), frame(PING, '2'), frame(CONTINUED, 'c')],
      ['pong 1', 'pong 2', 'abc']],
    ['as many as there are bytes', [frame(TEXT, 'x', more), ...Array.from({ length: 998 }, () => frame(CONTINUED, 'x', more)),
      frame(CONTINUED, 'x')], ['x'.repeat(1000)]],
    bad('a ping in fragments', frame(PING, 'x', more), frame(CONTINUED, 'y')),
    bad('a pong in fragments', frame(PONG, 'x', more), frame(CONTINUED, 'y')),
    bad('a close in fragments', frame(CLOSE, '', more)),
    bad('a last one without a first', frame(CONTINUED, 'x')),
    bad('one without a first', frame(CONTINUED, 'x', more), text('y')),
    ['one more behind the last', [frame(TEXT, 'a', more), frame(CONTINUED, 'b'), frame(CONTINUED, 'c', more)], ['ab'], 1002],
    bad('two firsts', frame(TEXT, 'a', more), text('b')),
    bad('another kind within', frame(TEXT, 'a', more), frame(BINARY, 'b')),
    ['beyond the bound in all', [frame(TEXT, star(8000), more), frame(CONTINUED, star(193))], [], 1009],
    ['at the bound', [frame(TEXT, star(8000), more), frame(CONTINUED, star(192))], [star(8192)]],
  ]),

  'texts': () => {
    const good = ['Hello-µ@ßöäüàá-UTF-8!!', 'κόσμε', '龍王', '\u{10ffff}', '\u{10000}', '\u{ffff}', '\u{fffe}', '\u{feff}x',
      '\ud7ff\ue000', '\u007f\u0080\u07ff\u0800', '\0', '😀'.repeat(500)];
    const wrong = [[0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xe0, 0x80, 0xaf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
      [0xed, 0xbf, 0xbf], [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], [0xef, 0xbf], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf],
      [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
      [0xfe], [0xff], [0x61, 0xce, 0x28], [0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf, 0x83, 0xce, 0xbc, 0xce, 0xb5, 0xed, 0xa0, 0x80, 0x65]];
    return check([
      ...good.map((said, i) => [`good ${i}`, [text(said)], [said]]),
      ...good.map((said, i) => { // cut within its characters
        const bytes = Buffer.from(said);
        const half = Math.min(bytes.length - 1, 1);
        return [`good ${i}, cut`, [frame(TEXT, bytes.subarray(0, half), more), frame(CONTINUED, bytes.subarray(half))], [said]];
      }),
      ...wrong.map((bytes, i) => [`bad ${i}`, [frame(TEXT, bytes)], [], 1007]),
      ...wrong.map((bytes, i) => [`bad ${i}, in fragments`,
        [frame(TEXT, bytes.slice(0, 1), more), ...bytes.slice(1).map((byte) => frame(CONTINUED, [byte], more)), frame(CONTINUED)],
        [], 1007]),
      // The error is found before the end of the message.
      ['bad at once', [frame(TEXT, [0xf4, 0x90], more)], [], 1007],
      ['bad within a frame', [frame(TEXT, [0x61, 0xf5], { length: 100 })], [], 1007],
    ]);
  },

  'closing': () => check([
    ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
      .map((code) => [`code ${code}`, [closing(code)], [], code]),
    ['no code', [frame(CLOSE)], [], 1005],
    ['a reason', [closing(1000, 'Hello World!')], [], 1000],
    ['a long reason', [closing(1000, star(123))], [], 1000],
    ['twice', [closing(1000), closing(1000)], [], 1000],
    ['a message behind it', [closing(1000), text('late')], [], 1000],
    ['a ping behind it', [closing(1000), frame(PING)], [], 1000],
    ['a fragment in front of it', [frame(TEXT, 'x', more), closing(1000), frame(CONTINUED, 'y')], [], 1000],
    bad('one byte', frame(CLOSE, [3])),
    bad('too long a reason', closing(1000, star(124))),
    ['a reason that is no UTF-8', [frame(CLOSE, [3, 232, 0xce, 0xba, 0xed, 0xa0, 0x80])], [], 1007],
    ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]
      .map((code) => bad(`code ${code}`, closing(code))),
  ]),

  'ws with its own frames': async () => {
    const socket = new WebSocket(`ws://${host}/socket`, { headers: { Authorization: 'Bearer nothing' } });
    const heard = [];
    await new Promise((resolve, reject) => { socket.on('open', resolve); socket.on('error', reject); });
    const all = new Promise((resolve) => socket.on('message', (data) => heard.push(data.toString()) === 100 && resolve()));
    for (let i = 0; i < 100; i++) socket.send('x'.repeat(i * 80));
    await all;
    assert.deepEqual(heard.map((message) => message.length), Array.from({ length: 100 }, (_, i) => i * 80));
    const over = new Promise((resolve) => socket.on('close', (code, reason) => resolve([code, reason.toString()])));
    socket.close(4321, 'enough');
    assert.equal((await over)[0], 4321);
    // And is refused: a page of another site.
    const other = new WebSocket(`ws://${host}/socket`, { origin: 'http://evil.example' });
    const status = await new Promise((resolve) => other.on('unexpected-response', (_, answer) => resolve(answer.statusCode)));
    assert.equal(status, 403);
  },
});

server.kill();
