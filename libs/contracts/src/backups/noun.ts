import { z } from 'zod';
import type { Examples } from '../examples.js';
import { instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import { isBucket, problemOfAddress } from './address.js';
import * as backupLimits from './limits.js';

export { refusals } from './refusals.js';

const schedule = {
  everyMinutes: z.number().int().min(backupLimits.everyMinutes.min).max(backupLimits.everyMinutes.max),
  keepDays: z.number().int().min(backupLimits.keepDays.min).max(backupLimits.keepDays.max),
};

/** Facts of the stream `backups`. No run is an event. */
export const events = {
  BackupsConfigured: event(
    1,
    ['settings', 'Backups set'],
    'The destination, the schedule or the retention of backups was set.',
    z.object({
      /** A folder, or `s3://bucket/prefix?endpoint=…&region=…`, as in TOCSIN_BACKUP. */
      address: z.string(),
      /** Of a bucket: its access key, and the vault reference of the secret one. Null: a folder. */
      keyId: z.string().nullable(),
      secretRef: z.string().nullable(),
      ...schedule,
      /** The secret of before, which the vault no longer needs. */
      endedRef: z.string().optional(),
    }),
  ),
  BackupsTurnedOff: event(
    1,
    ['settings', 'Backups turned off'],
    'Backups were turned off: they go where the environment variables say, or nowhere. What was backed up stays where it is.',
    z.object({ endedRef: z.string().optional() }),
  ),
};
export type BackupFact = Messages<typeof events>;

const address = z
  .string()
  .trim()
  .min(1)
  .max(backupLimits.addressCharacters)
  .superRefine((text, context) => {
    const problem = text === '' ? null : problemOfAddress(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** As it is typed: without `secret` the stored one is used. */
const destination = {
  address,
  keyId: z.string().trim().min(1).max(backupLimits.keyIdCharacters).nullable(),
  secret: z.string().trim().min(1).max(backupLimits.secretCharacters).optional(),
};
const requireKey = { path: ['keyId'], error: 'A bucket needs an access key.' };
const hasKey = (typed: { readonly address: string; readonly keyId: string | null }): boolean =>
  typed.keyId !== null || !isBucket(typed.address);

const typedDestination = z.strictObject(destination).refine(hasKey, requireKey);
export type TypedDestination = z.infer<typeof typedDestination>;

export const commands = {
  ConfigureBackups: command(
    'Set the destination, schedule and retention of backups',
    'backups.configure',
    z.strictObject({ ...destination, ...schedule }).refine(hasKey, requireKey),
  ),
  TurnOffBackups: command('Turn backups off', 'backups.configure', z.strictObject({})),
};

export const examples: Examples<typeof commands> = {
  ConfigureBackups: {
    body: {
      address: 's3://tocsin-backups/prod?endpoint=http://127.0.0.1:9',
      keyId: 'AK0',
      secret: 'of the bucket',
      everyMinutes: backupLimits.everyMinutes.default,
      keepDays: backupLimits.keepDays.default,
    },
  },
  TurnOffBackups: { body: {} },
};

/** In memory only: one row, or none. */
const backupsRow = events.BackupsConfigured.data.omit({ endedRef: true });
export type BackupsRow = z.infer<typeof backupsRow>;

/** The last run that ended well. Remembered beside the log: it survives a restart while the destination does not answer. */
export const lastBackup = z.object({
  at: instant,
  /** The last event in the backup. */
  head: z.number().int(),
  /** What the run added. */
  events: z.number().int(),
  bytes: z.number().int(),
  /** Seconds that it took. */
  seconds: z.number(),
  /** What is there for this history: its bases, oldest first, and the bytes of everything. */
  stored: z.object({
    bytes: z.number().int(),
    bases: z.array(z.object({ startedAt: instant, head: z.number().int(), bytes: z.number().int() })),
  }),
});
export type LastBackup = z.infer<typeof lastBackup>;

/** `GET /api/settings/backups`, without the secret key. */
export const backupsShown = z.object({
  /** Where backups go; null: nowhere. */
  destination: z.object({ address: z.string(), keyId: z.string().nullable(), ...schedule }).nullable(),
  /** The variable that overrides the settings: they can’t be changed on a screen. */
  setBy: z.enum(['TOCSIN_BACKUP']).nullable(),
  /** Why this server makes none, though there is a destination. */
  held: z.enum(['restored', 'not_live']).nullable(),
  /** Since when one is being made. */
  running: z.object({ since: instant }).nullable(),
  last: lastBackup.nullable(),
  failing: z.object({ since: instant, why: z.string() }).nullable(),
  /** When the next one is due. */
  nextAt: instant.nullable(),
  /** The command that restores it, for a terminal. */
  restore: z.string().nullable(),
});
export type BackupsShown = z.infer<typeof backupsShown>;

/** `POST /api/settings/backups/test`: a destination as it was typed; null: the one that is set. */
export const destinationTest = z.strictObject({ destination: typedDestination.nullable() });

/** Steps of a test: the place is opened and listed, a probe is written and read back, then deleted. */
export const destinationTestSteps = ['list', 'write', 'delete'] as const;

/** `step`: where it failed; `why`: the error. Both null when it worked. */
export const destinationTestResult = z.object({
  ok: z.boolean(),
  step: z.enum(destinationTestSteps).nullable(),
  why: z.string().nullable(),
});
export type DestinationTestResult = z.infer<typeof destinationTestResult>;
