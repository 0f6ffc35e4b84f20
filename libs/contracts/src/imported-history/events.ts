import { z } from 'zod';
import { id, instant, personal } from '../ids.js';
import { foreignSystemNames } from '../moving-in/systems.js';
import { event, writtenField, type EncryptedField, type Messages } from '../message.js';

/** Systems whose past can be imported. */
export const foreignSystem = z.enum(foreignSystemNames);

/** Who is meant: a person of this installation, or a former one, who is known from the other system alone. */
export const personReference = z.object({ kind: z.enum(['person', 'former']), id });
export type PersonReference = z.infer<typeof personReference>;

/** The subject whose key has what names this person. */
export const subjectOfReference = ({ kind, id: of }: PersonReference): string => `${kind}:${of}`;

/** What every foreign event says of its original. */
const original = {
  system: foreignSystem,
  account: z.string(),
  /** The id of the original there. */
  foreignId: z.string(),
  /** 1 is the first state in which it was read; the newest counts. */
  state: z.number().int(),
  /** When it was, as the other system says; null: it does not. */
  at: instant.nullable(),
  recordedAt: instant,
  /** HMAC of the original, by a key of this installation: the bare hash would let a name be guessed after its erasure. */
  hash: z.string(),
};

/** Of the other system’s own: an id and a name. */
const foreignThing = z.object({ id: z.string(), name: z.string() });

/** People are references in these texts: `{person:<id>}`. */
const words = personal(z.object({ title: z.string(), body: z.string() }));

export const foreignActs = [
  'acknowledged',
  'unacknowledged',
  'resolved',
  'escalated',
  'snoozed',
  'assigned',
  'noted',
  'other',
  'not_understood',
] as const;
export type ForeignAct = (typeof foreignActs)[number];

export const completenessOfKind = z.object({
  kind: z.string(),
  /** `2026-01`; empty: the kind has no times. */
  month: z.string(),
  listed: z.number().int(),
  read: z.number().int(),
  refused: z.number().int(),
  notUnderstood: z.number().int(),
});
export type CompletenessOfKind = z.infer<typeof completenessOfKind>;

const writtenWords = [writtenField('words')] as const;
const personFields: readonly EncryptedField<{ readonly who: PersonReference }>[] = ['name', 'address', 'accountId'].map((path) => ({
  path,
  subject: ({ who }) => subjectOfReference(who),
}));

/** Events of the imported history: in a log of their own, which no rule reads. */
export const foreignEvents = {
  ImportedSignal: event(
    1,
    ['signals', 'Imported alert'],
    'An alert of another system.',
    z.object({
      ...original,
      words,
      service: foreignThing.nullable(),
      integration: foreignThing.nullable(),
      urgency: z.enum(['high', 'low']),
      priority: z.string(),
      /** Whether the body is what the sender sent. */
      isRaw: z.boolean(),
      /** When it was closed, if the other system says so beside its acts. */
      acknowledgedAt: instant.nullable(),
      acknowledgedBy: personReference.nullable(),
      resolvedAt: instant.nullable(),
    }),
    [...writtenWords],
  ),
  ImportedAct: event(
    1,
    ['alerts', 'Imported act'],
    'What happened to an alert of another system, by its own sentence.',
    z.object({ ...original, alertId: z.string(), act: z.enum(foreignActs), by: personReference.nullable(), words }),
    [...writtenWords],
  ),
  ImportedPage: event(
    1,
    ['paging', 'Imported page'],
    'Whom another system rang.',
    z.object({
      ...original,
      alertId: z.string().nullable(),
      to: personReference.nullable(),
      method: z.string(),
      /** Null: the other system does not tell it. */
      outcome: z.string().nullable(),
    }),
  ),
  ImportedDuty: event(
    1,
    ['settings', 'Imported duty'],
    'Who was on call in another system.',
    z.object({ ...original, schedule: foreignThing, who: personReference.nullable(), until: instant }),
  ),
  ImportedPerson: event(
    1,
    ['people', 'Imported person'],
    'Who an account of another system is.',
    z.object({
      system: foreignSystem,
      account: z.string(),
      /** HMAC of the account’s id: a later rescue finds the same person, an erased one too. */
      key: z.string(),
      /** The same of its address, for another system’s rescue; null: it has none. */
      addressKey: z.string().nullable(),
      who: personReference,
      name: personal(z.string()),
      address: personal(z.string()),
      accountId: personal(z.string()),
      /** Whose rescue folder has the person. Empty: the system itself was read, and nothing is kept. */
      folder: z.string(),
    }),
    [...personFields],
  ),
  ImportedTextsRedacted: event(
    1,
    ['signals', 'Imported texts redacted'],
    'The texts of an alert of another system were redacted: their keys are destroyed.',
    z.object({ system: foreignSystem, alertId: z.string(), by: id, recordedAt: instant }),
  ),
  ImportedRescue: event(
    1,
    ['system', 'Imported rescue'],
    'A folder of a rescue was imported.',
    z.object({
      system: foreignSystem,
      account: z.string(),
      folder: z.string(),
      /** When it was rescued, and from when on. */
      rescuedAt: instant,
      since: z.string().nullable(),
      recordedAt: instant,
      completeness: z.array(completenessOfKind),
      /** In words, what the other system can’t tell. */
      untold: z.array(z.string()),
    }),
  ),
} as const;

export type ForeignEvent = Messages<typeof foreignEvents>;
export type ForeignEventType = ForeignEvent['type'];
export type ForeignEventOf<T extends ForeignEventType> = Extract<ForeignEvent, { type: T }>['data'];

export const foreignContract = (type: string) => (Object.hasOwn(foreignEvents, type) ? foreignEvents[type as ForeignEventType] : undefined);
