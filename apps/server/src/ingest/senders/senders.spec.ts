import { filledIn } from '@tocsin/contracts/integrations/senders.js';
import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import { addressOf, describeAddress } from '../address.js';
import { readPosted, resultOf } from '../arrival.fixture.js';
import { senderShapes } from '../sender-routes.js';
import { senders } from './senders.js';

const key = 'K3Y';
const url = 'https://tocsin.example.org';

describe('senders', () => {
  it('are at least one for each kind of integration, and none is there twice', () => {
    expect(new Set(senders.map(({ format }) => format.kind))).toEqual(new Set(integrationKinds));
    for (const name of ['id', 'name', 'about'] as const) expect(new Set(senders.map((sender) => sender[name])).size).toBe(senders.length);
  });

  it.each(senders)('$id has steps that name its address, and leave nothing to be filled in', ({ format: { kind }, steps, snippet }) => {
    const address = addressOf(url, kind, key);
    const texts = [...steps.flatMap(({ says, snippet: pasted }) => [says, pasted ?? '']), snippet ?? ''];
    const filledTexts = texts.map((text) => filledIn(text, { address, key, url }));
    expect(steps.length).toBeGreaterThan(1);
    expect(filledTexts.join()).toContain(address);
    expect(filledTexts.join()).not.toMatch(/\{(?:address|key|url)\}/);
  });

  it.each(senders)('$id has an example that opens an alert group', ({ format, example }) => {
    const signal = readPosted(format, JSON.parse(JSON.stringify(example(key))));
    expect(signal).toMatchObject({ kind: 'signal' });
    expect(describeAddress(url, format.kind, key).curl).toContain(addressOf(url, format.kind, key));
  });

  it.each(senders)('$id is answered in the shape that its format declares', ({ format, example }) => {
    const taken = readPosted(format, JSON.parse(JSON.stringify(example(key))));
    const { status, body } = format.answer(taken, resultOf());
    const declared = format.answers.find((answer) => answer.status === status)!;
    expect(declared.shape.schema.parse(body)).toEqual(body);
  });
});

it('no two answers of senders have one name', () => {
  const answered = senders.flatMap(({ format: { answers } }) => answers.map(({ shape }) => shape));
  for (const { name, schema } of answered) expect(senderShapes[name]).toBe(schema);
});
