import { z } from 'zod';
import { id, instant } from './ids.js';
import type { LiveToBrowser, LiveToServer } from './live.js';

/** An event of the socket as its documents describe it. `answer`: what its acknowledgement carries; absent: it has none. */
export interface LiveEvent {
  readonly from: 'client' | 'server';
  readonly says: string;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
}

/** The fields of what the server sends, as `live.ts` has them: a field that only one of the two has does not compile. */
type FieldsOf<Name extends keyof LiveToBrowser> = Record<keyof Parameters<LiveToBrowser[Name]>[0], z.ZodType>;

const ordinal = z.int().meta({ description: 'A position of the log.' });
const position = z.object({ ordinal, now: instant.meta({ description: 'The time of the server.' }) } satisfies FieldsOf<'position'>);
const viewNames = z.array(z.string());
const ringingPage = z.object({
  pageId: id,
  groupId: id,
  number: z.int(),
  title: z.string(),
  urgency: z.enum(['high', 'low']),
  quiet: z.boolean().meta({ description: 'Shown without a sound.' }),
  cause: z.string(),
  test: z.boolean(),
  serviceName: z.string().nullable(),
  ring: id.optional().meta({ description: 'The bundle whose pages ring once together.' }),
  asks: z.object({ by: id, takeOver: z.boolean() }).optional().meta({ description: 'Who asks, for a page from a person.' }),
  more: z.int().optional().meta({ description: 'The number of further pages in the same message.' }),
  waiting: z.string().optional().meta({ description: 'An update of a page that is shown, without a sound: what waits behind it.' }),
} satisfies FieldsOf<'page'>);

/** Every event of the socket, by its name: these documents and the types of `live.ts` name the same ones. */
export const liveEvents = {
  watch: {
    from: 'client',
    says: 'Subscribes to the rows of these views, in place of those before. The answer names the position from which on changes are sent, and the names that are no views.',
    body: viewNames,
    answer: position.extend({
      refused: z
        .array(z.object({ view: z.string(), code: z.literal('request.unknown_view'), detail: z.string() }))
        .optional()
        .meta({ description: 'Names that are no views; the others are subscribed to.' }),
    }),
  },
  bell: {
    from: 'client',
    says: 'Whether this tab’s sound is on: only then it counts as reachable.',
    body: z.boolean(),
    answer: z.boolean(),
  },
  row: {
    from: 'server',
    says: 'A row of a subscribed view changed. Drop a change whose `ordinal` is not above that of the row you have.',
    body: z.object({
      view: z.string(),
      id: z.string(),
      row: z.unknown().meta({ description: 'As in `GET /api/views/…`; null: removed.' }),
      ordinal,
    } satisfies FieldsOf<'row'>),
  },
  position: { from: 'server', says: 'Everything up to this position was sent, at most once a second.', body: position },
  madeAnew: {
    from: 'server',
    says: 'Rows of these views, and the history, changed in the past: a text was redacted, or a view was rebuilt. Read them again.',
    body: z.object({ views: viewNames } satisfies FieldsOf<'madeAnew'>),
  },
  page: {
    from: 'server',
    says: 'A page for the person of this session: the tab plays its sound and answers `true` within 5 seconds. Tokens get none.',
    body: ringingPage,
    answer: z.boolean(),
  },
  ringing: {
    from: 'server',
    says: 'All pages that ring for the person of this session, in place of those before.',
    body: z.array(ringingPage),
  },
  signedOut: { from: 'server', says: 'The session or token ended; the server disconnects.' },
} as const satisfies Record<keyof LiveToServer, LiveEvent & { from: 'client' }> &
  Record<keyof LiveToBrowser, LiveEvent & { from: 'server' }>;
