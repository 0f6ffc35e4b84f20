import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as eventShapes from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import * as shapes from '@tocsin/contracts/contacts/webhook.js';
import { signBody } from '@tocsin/platform/http/webhook-signature.js';
import { z } from 'zod';

describe('the page of outgoing calls', () => {
  const page = readFileSync('docs/reference/outgoing-calls.md', 'utf8');
  const sections = page.split(/^## /m);
  /** The bodies that the contracts export, by the value of their field `type`. */
  const bodies = [...Object.values(shapes), ...Object.values(eventShapes)].flatMap((exported) => {
    if (!(exported instanceof z.ZodObject)) return [];
    const { type } = exported.shape as { readonly type?: z.ZodType };
    const types = type instanceof z.ZodLiteral ? [type.value] : type instanceof z.ZodEnum ? type.options : [];
    return types.map((one) => ({ type: String(one), fields: Object.keys(exported.shape) }));
  });

  it('knows the bodies', () =>
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      'bundle',
      'escalation_step',
      'events',
      'page',
      'route_post',
      'verification',
      'warning',
    ]));

  it.each(bodies)('has every field of $type, with a note', ({ type, fields }) => {
    const section = sections.find((one) => one.includes(` \`type\` \`${type}\``)) ?? '';
    const rows = [...section.matchAll(/^\| `([^`]+)` +\|.*\| ([^|]*)\|$/gm)].map(([, name = '', note = '']) => ({
      name,
      note: note.trim(),
    }));
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(fields));
    expect(rows.filter(({ note }) => note === '')).toEqual([]);
  });

  it('has every cause of a page', () => {
    const causes = sections.find((one) => one.startsWith('Causes')) ?? '';
    for (const kind of Object.keys(shapes.pageCauseNotes)) expect(causes).toContain(`| \`${kind}\``);
  });

  describe('its example of a receiver', () => {
    const [, example = ''] = /```js\n([^]+?)```/.exec(page) ?? [];
    const now = '2026-11-26T03:12:00.000Z';
    const body = '{"type":"page","title":"Disk of “db-1” full"}';
    const isFromTocsin = (secret: string, header: string, received: string, at: string): string => {
      const call = `isFromTocsin(...${JSON.stringify([secret, header, received, Date.parse(at)])})`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `${example}\nconsole.log(${call});`], {
        encoding: 'utf8',
      });
      return stdout.trim() || stderr;
    };

    it('accepts what the server signs', () => expect(isFromTocsin('s3cret', signBody('s3cret', body, now), body, now)).toBe('true'));
    it.each([
      ['another secret', signBody('other', body, now), body, now],
      ['a changed body', signBody('s3cret', body, now), `${body} `, now],
      ['a call that is older than five minutes', signBody('s3cret', body, now), body, '2026-11-26T03:17:01.000Z'],
      ['no signature', '', body, now],
    ])('refuses %s', (_what, header, received, at) => expect(isFromTocsin('s3cret', header, received, at)).toBe('false'));
  });
});

describe('the page of limits', () => {
  const page = readFileSync('dist/reference/limits.md', 'utf8');
  const noteOf = (constant: string): string | undefined => new RegExp(`^\\| \`${constant}\` .*\\| (.*?) *\\|$`, 'm').exec(page)?.[1];

  it.each([
    ['ingestAnswer', 'Deadline for answering a sender'],
    ['undoGrace', 'Time to undo an action.'],
    ['bundleLimits.pages', 'Pages in one message.'],
  ])('has the comment of %s as its note', (constant, note) => expect(noteOf(constant)).toContain(note));
});

describe('the snapshot of the API', () => {
  let snapshot: (contracts: object) => string;
  beforeAll(async () => {
    ({ apiSnapshot: snapshot } = (await import(resolve('scripts/docs/api-snapshot.mjs'))) as { apiSnapshot: typeof snapshot });
  });
  const of = (data: z.ZodType): string =>
    snapshot({ allRoutes: [], allShapes: {}, events: {}, refusals: {}, views: {}, commands: { Add: { permission: 'add', data } } });
  const usual = (): string => of(z.object({ title: z.string(), note: z.string().max(5).optional() }));

  it('names the fields', () => expect(usual()).toMatch(/^Add · add · title note\? · [0-9a-f]{8}$/m));
  it.each([
    ['another field', z.object({ title: z.string(), note: z.string().max(5).optional(), at: z.string() })],
    ['another bound', z.object({ title: z.string(), note: z.string().max(6).optional() })],
    ['a field that is needed', z.object({ title: z.string(), note: z.string().max(5) })],
  ])('changes with %s', (_what, data) => expect(of(data)).not.toBe(usual()));
  it('does not change with words', () =>
    expect(
      of(
        z.object({
          title: z.string().describe('What it is called.'),
          note: z
            .string()
            .max(5)
            .meta({ examples: ['a'] })
            .optional(),
        }),
      ),
    ).toBe(usual()));
});

describe('the rules for documents', () => {
  interface Rules {
    readonly formFaults: (page: string, text: string) => readonly string[];
    readonly unshown: (files: readonly string[], documents: readonly (readonly [string, string])[]) => readonly string[];
  }
  let rules: Rules;
  beforeAll(async () => void (rules = (await import(resolve('scripts/docs/page-rules.mjs'))) as Rules));

  it('accept a decision that says what was rejected', () =>
    expect(rules.formFaults('log.md', '# The log\n\nThis.\n\n**Rejected:** that.\n')).toEqual([]));
  it('refuse one that only mentions a rejection', () =>
    expect(rules.formFaults('log.md', '# The log\n\nA rejected append is repeated.\n')).toEqual([
      expect.stringContaining('has no paragraph that begins'),
    ]));

  it('find a picture that no document shows', () => {
    const documents = [['docs/guide/a.md', '![A](../screens/a.png)\n<img src="../screens/b.png">']] as const;
    expect(rules.unshown(['docs/screens/a.png', 'docs/screens/b.png', 'docs/screens/c.png'], documents)).toEqual(['docs/screens/c.png']);
  });
});
