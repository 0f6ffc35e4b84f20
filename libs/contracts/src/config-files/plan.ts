import { z } from 'zod';
import { backtestChange } from '../backtests/backtests.js';
import { rescuedKey, secretVariable } from './documents/shared.js';
import { id, instant } from '../ids.js';
import { itemKinds, source } from './noun.js';

/** Codes of what is wrong with files. Beside them, the refusals of commands. */
export type FileErrorCode =
  | 'config.syntax'
  | 'config.too_large'
  | 'config.version'
  | 'config.unknown_kind'
  | 'config.unknown_field'
  | 'config.required'
  | 'config.value'
  | 'config.zone_unknown'
  | 'config.role_by_token'
  | 'config.duplicate'
  | 'config.reference_missing'
  | 'config.reference_removed'
  | 'config.limit'
  | 'config.secret_in_file'
  | 'config.secret_missing'
  | 'config.key_in_use'
  | 'config.permission'
  | 'config.open_groups'
  | 'config.nobody_left'
  | 'config.prune_too_many'
  | 'config.empty'
  | 'config.owned_elsewhere'
  | 'config.other_team'
  | 'config.person_gone'
  | 'config.in_use';

const place = z.object({ file: z.string(), line: z.number().int(), column: z.number().int() });
export type FilePlace = z.infer<typeof place>;

export const fileError = z.object({
  ...place.shape,
  /** Within the document: `steps[1].targets[0]`. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FileError = z.infer<typeof fileError>;

const fieldChange = z.object({
  path: z.string(),
  from: z.string(),
  to: z.string(),
  /** Only the server’s value changed since the last apply. */
  drift: z.boolean(),
  /** Whose edit this undoes. */
  overwrites: z.object({ by: z.string(), at: instant }).nullable(),
});
export type FieldChange = z.infer<typeof fieldChange>;

const configChange = z.object({
  kind: z.string(),
  name: z.string(),
  id,
  action: z.enum(['create', 'change', 'remove']),
  at: place.nullable(),
  /** The version on which the change is based. */
  revision: z.number().int(),
  fields: z.array(fieldChange),
});
export type ConfigChange = z.infer<typeof configChange>;

/** Who is on call instead of whom. Addresses, as in the files. */
const movedShift = z.object({
  schedule: z.string(),
  timeZone: z.string(),
  from: instant,
  to: instant,
  was: z.array(z.string()),
  becomes: z.array(z.string()),
});
export type MovedShift = z.infer<typeof movedShift>;

/** Whose shifts of a schedule change, as its editor says it. */
const changedShifts = z.object({
  schedule: z.string(),
  who: z.string(),
  /** Shifts that are theirs no more, and new ones. */
  lost: z.number().int(),
  gained: z.number().int(),
});
export type ChangedShifts = z.infer<typeof changedShifts>;

/** The answer of `POST /api/config/plan`. */
export const configPlan = z.object({
  source,
  commit: z.string().nullable(),
  at: instant,
  logPosition: z.number().int(),
  /** Names this plan for `apply --expect`: changes, revisions and people. */
  digest: z.string(),
  summary: z.object({
    created: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    drift: z.number().int(),
    unchanged: z.number().int(),
  }),
  changes: z.array(configChange),
  people: z.array(movedShift),
  shifts: z.array(changedShifts),
  /** Whose shifts change. */
  told: z.array(z.string()),
  /** Invited when applied. */
  invited: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Changes of what there is, as a backtest takes them: if asked for. */
  backtests: z.array(z.object({ about: z.string(), change: backtestChange })),
  errors: z.array(fileError),
});
export type ConfigPlan = z.infer<typeof configPlan>;

/** The answer of `POST /api/config/apply`: the plan, and the apply that was started. Null: there was nothing to do. */
export const configApplyAnswer = z.object({ plan: configPlan, applyId: id.nullable() });
export type ConfigApplyAnswer = z.infer<typeof configApplyAnswer>;

/** The body of both: files as they are. */
export const configRequest = z.strictObject({
  files: z.array(z.strictObject({ path: z.string().min(1).max(500), text: z.string() })).max(20_000),
  source: source.default('default'),
  commit: z.string().trim().max(200).nullable().default(null),
  /** Restricts it to documents of this team, and prune to what it owns. */
  team: z.string().max(80).nullable().default(null),
  prune: z.boolean().default(false),
  pruneAtMost: z.number().int().min(0).max(100_000).optional(),
  takeOver: z.boolean().default(false),
  applyToOpen: z.boolean().default(false),
  invitations: z.boolean().default(true),
  /** The plan says which of its changes can be backtested. */
  backtest: z.boolean().default(false),
  /** The digest of the plan that was reviewed. */
  expect: z.string().max(200).optional(),
  /** Values of the variables that the files name by `fromEnv`, and of keys that they name by `fromRescue`. */
  secrets: z.record(z.union([secretVariable, rescuedKey]), z.string().min(1).max(10_000)).default({}),
});
export type ConfigRequest = z.infer<typeof configRequest>;
export type ConfigRequestInput = z.input<typeof configRequest>;

/** The answer of `GET /api/config/export`. */
export const configFiles = z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) });
export type ConfigFiles = z.infer<typeof configFiles>;

/** What a file owns and somebody edited since. Routes: by the id of their integration. */
const driftedItem = z.object({
  kind: z.enum(itemKinds),
  id: z.string(),
  name: z.string(),
  source,
  file: z.string(),
  line: z.number().int(),
  /** The fields that differ from the files; `removed` where the thing is gone. */
  paths: z.array(z.string()),
  by: z.string(),
  at: instant,
});
export type DriftedItem = z.infer<typeof driftedItem>;

/** The answer of `GET /api/config/drift`. */
export const configDrift = z.object({ rows: z.array(driftedItem) });
export type ConfigDrift = z.infer<typeof configDrift>;

/** The content type of such a body: it is read on a thread of its own. */
export const configBodyType = 'application/vnd.tocsin.files+json';

/** A JSON Schema. */
export const configSchema = z.record(z.string(), z.unknown());
