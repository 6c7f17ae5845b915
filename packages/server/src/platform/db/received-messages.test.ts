import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageReader, type ParsedMessage } from './received-messages.ts';

const message = (code: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const row = (value: string): Buffer => {
  const head = Buffer.alloc(6);
  head.writeInt16BE(1);
  head.writeInt32BE(Buffer.byteLength(value), 2);
  return message('D', Buffer.concat([head, Buffer.from(value)]));
};
const completed = (text: string): Buffer => message('C', Buffer.from(`${text}\0`));
const copied = (text: string): Buffer => message('d', Buffer.from(text));

const known = fc.oneof(
  fc.string({ maxLength: 40 }).map((value) => ({ bytes: row(value), told: `row ${value}` })),
  fc.integer({ min: 1, max: 40_000 }).map((length) => ({ bytes: row('x'.repeat(length)), told: `row ${'x'.repeat(length)}` })),
  fc.stringMatching(/^[A-Z ]{1,20}$/).map((text) => ({ bytes: completed(text), told: `done ${text}` })),
  fc.string({ maxLength: 20 }).map((text) => ({ bytes: copied(text), told: `copy ${text}` })),
);

describe('messages of the database', () => {
  it('are the same in whatever pieces they arrive, in memory that is overwritten', () => {
    fc.assert(
      fc.property(fc.array(known, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1 }), (list, pieces) => {
        const told: string[] = [];
        const kept: ParsedMessage[] = [];
        const reader = new MessageReader({
          takeRow: (bytes, offset) => {
            const length = bytes.readInt32BE(offset + 2);
            told.push(`row ${bytes.toString('utf8', offset + 6, offset + 6 + length)}`);
          },
        });
        const all = Buffer.concat(list.map((one) => one.bytes));
        const memory = Buffer.alloc(65_536);
        for (let at = 0, piece = 0; at < all.length; piece++) {
          const size = Math.min(pieces[piece % pieces.length] ?? 1, all.length - at);
          all.copy(memory, 0, at, at + size);
          reader.receive(memory, size, (one) => {
            if (one.name === 'commandComplete') told.push(`done ${(one as ParsedMessage & { text: string }).text}`);
            if (one.name === 'copyData') told.push(`copy ${kept.push(one) - 1}`);
          });
          memory.fill(0);
          at += size;
        }
        const copies = kept.map((one) => (one as ParsedMessage & { chunk: Buffer }).chunk.toString());
        const words = told.map((one) => (one.startsWith('copy ') ? `copy ${copies[Number(one.slice(5))]}` : one));
        expect(words).toEqual(list.map((one) => one.told));
      }),
    );
  });

  it('give rows to the driver while nobody takes them', () => {
    const seen: ParsedMessage[] = [];
    const bytes = row('ä');
    new MessageReader({ takeRow: undefined }).receive(bytes, bytes.length, (one) => seen.push(one));
    expect(seen).toMatchObject([{ name: 'dataRow', fields: ['ä'] }]);
  });
});
