import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { externalKey, id, instant } from '../ids.js';
import { command, event, writtenField, type Messages } from '../message.js';
import * as fileLimits from './limits.js';

export { refusals } from './refusals.js';

/** What can have an external key. */
export const keyedKinds = [
  'Team',
  'Connection',
  'Schedule',
  'Policy',
  'Service',
  'Integration',
  'Heartbeat',
  'MaintenanceWindow',
  'LookupTable',
  'InhibitionRule',
] as const;
export type KeyedKind = (typeof keyedKinds)[number];

/** What files configure. Routes are those of an integration, or of the organisation. */
export const itemKinds = [...keyedKinds, 'Routes'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Who owns what: a repository, for example. Several share a server. */
export const source = z
  .string()
  .trim()
  .regex(/^[\w./:@+-]+$/, 'Only letters, digits and . / : @ + - _ are allowed.')
  .max(fileLimits.sourceCharacters);

const item = { kind: z.enum(keyedKinds), id };

/** Names of the fields that a file sets, each with a hash of its value: enough to see which side changed. */
const ownedFields = z.record(z.string(), z.string());

/** `Overrides`: a seed that was made. It is people’s own, and remembered so that it is made once. */
const rememberedKind = z.enum([...itemKinds, 'Overrides']);

/** A thing as a file owns it after a step. `fields` null: the file owns it no longer. */
export const ownedItem = z.object({ kind: rememberedKind, id, file: z.string(), line: z.number().int(), fields: ownedFields.nullable() });
export type OwnedItem = z.infer<typeof ownedItem>;

/** A command of a plan, as it is decided. Its free text can be redacted. */
const stepCommand = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** `command` null: the files say what is there already, and own it from then on. */
export const configStep = z.object({
  command: stepCommand.nullable(),
  /** What it is about, in the words of the plan: `Service Payments/Checkout`. */
  about: z.string(),
  owned: z.array(ownedItem),
});
export type ConfigStep = z.infer<typeof configStep>;

const ofPlan = {
  planId: id,
  source,
  /** As the pipeline says. */
  commit: z.string().nullable(),
};
const summary = z.object({ created: z.number().int(), changed: z.number().int(), removed: z.number().int() });

/** Facts of the stream `config-files`: external keys, what files own, and one apply after the other. */
export const events = {
  ExternalKeySet: event(
    1,
    ['settings', 'External key set'],
    'The key was set by which files and importers know a thing.',
    z.object({ ...item, externalKey: z.string().nullable() }),
  ),
  ConfigStepsPrepared: event(
    1,
    ['settings', 'Steps of a configuration plan recorded'],
    'Commands of a plan were recorded, before it is applied.',
    z.object({ planId: id, part: z.number().int(), steps: z.array(configStep) }),
    [
      writtenField('steps.*.command.data.description'),
      writtenField('steps.*.command.data.overrides.*.reason'),
      writtenField('steps.*.command.data.reason'),
    ],
  ),
  ConfigApplyStarted: event(
    1,
    ['settings', 'Configuration files being applied'],
    'A plan made of configuration files is being applied.',
    z.object({
      ...ofPlan,
      steps: z.number().int(),
      summary,
    }),
  ),
  ConfigStepTaken: event(
    1,
    ['settings', 'Step of configuration files taken'],
    'The next command of a plan is sent. What the one before made is owned by its file.',
    z.object({ ...ofPlan, step: z.number().int(), command: stepCommand.nullable(), about: z.string(), owned: z.array(ownedItem) }),
    [writtenField('command.data.description'), writtenField('command.data.overrides.*.reason'), writtenField('command.data.reason')],
  ),
  ConfigApplyStopped: event(
    1,
    ['settings', 'Applying configuration files stopped'],
    'A command of a plan was refused, or nothing happened for long. What was done stays; the next plan shows the rest.',
    z.object({ planId: id, step: z.number().int(), about: z.string(), because: z.enum(['refused', 'stalled']) }),
  ),
  ConfigApplied: event(
    1,
    ['settings', 'Configuration files applied'],
    'All commands of a plan were carried out.',
    z.object({ ...ofPlan, owned: z.array(ownedItem) }),
  ),
};
export type ConfigFilesFact = Messages<typeof events>;

export const commands = {
  SetExternalKey: command(
    'Set the key by which files and importers know a thing',
    'service.configure',
    z.strictObject({ ...item, externalKey: externalKey.nullable() }),
  ),
};

export const examples: Examples<typeof commands> = {
  SetExternalKey: { body: { kind: 'Service', id: ids.service, externalKey: 'opsgenie:checkout' } },
};

/** A thing that has a key, or that a file owns. Id: the thing’s. */
export const configItemRow = z.object({
  id,
  kind: rememberedKind,
  externalKey: z.string().nullable(),
  owner: z
    .object({
      source,
      planId: id,
      commit: z.string().nullable(),
      at: instant,
      file: z.string(),
      line: z.number().int(),
      fields: ownedFields,
    })
    .nullable(),
  /** Edited since the last apply by somebody else: the next plan says whether it differs from the files. */
  edited: z.object({ by: z.string(), at: instant }).nullable(),
});
export type ConfigItemRow = z.infer<typeof configItemRow>;

export const configApplyRow = z.object({
  id,
  source,
  commit: z.string().nullable(),
  summary,
  state: z.enum(['applying', 'applied', 'stopped']),
  steps: z.number().int(),
  done: z.number().int(),
  by: z.string(),
  at: instant,
  endedAt: instant.nullable(),
  /** The command that was refused. */
  stoppedAt: z.object({ about: z.string(), because: z.enum(['refused', 'stalled']) }).nullable(),
});
export type ConfigApplyRow = z.infer<typeof configApplyRow>;

/** Response rows by view name. */
export const views = { configItems: configItemRow, configApplies: configApplyRow };
