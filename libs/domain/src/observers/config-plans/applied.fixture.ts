import { configDocument } from '@tocsin/contracts/config-files/format.js';
import { byOwner, fixtureTime, idOf } from '../../configuration.fixture.js';
import type { ConfigurationReads } from '../../reads.js';
import { domain } from '../../registry.js';
import { noSecretHashes } from './connection-fields.js';
import type { PlanOptions, PlannedFiles } from './input.js';
import { planFiles } from './plan.js';
import { Trial } from './shared/trial.js';

const usual: PlanOptions = { source: 'default', team: null, prune: false, takeOver: false, applyToOpen: false };
const place = { file: 'a.json', line: 1, column: 1 };

/** A plan of documents that were read. Throws for one that the format doesn’t know. */
export const planOf = (
  documents: readonly object[],
  reads: ConfigurationReads,
  { now = fixtureTime, ...options }: Partial<PlanOptions> & { readonly now?: string } = {},
): PlannedFiles =>
  planFiles({
    documents: documents.map((document) => ({ document: configDocument.parse(document), place, placeOf: () => place })),
    options: { ...usual, ...options },
    domain,
    reads,
    now,
    planId: idOf('f0'),
    actor: byOwner,
    viewer: byOwner,
    openServices: new Set(),
    secretHashes: noSecretHashes,
  });

/** A thing that is created with a key has it from then on. */
const claimKey = (trial: Trial, command: PlannedFiles['steps'][number]['command']): void => {
  const [, kind] = /^Create(.+)$/.exec(command?.type ?? '') ?? [];
  const externalKey = command?.data['externalKey'];
  if (kind === undefined || typeof externalKey !== 'string') return;
  trial.apply({ type: 'ExternalKeySet', data: { id: command!.data[`${kind.toLowerCase()}Id`], kind, externalKey } }, 'config-files');
};

/** The configuration once a plan is applied: its commands decided one after the other, owned as the log says. */
export const afterPlan = ({ steps, invitations }: PlannedFiles, reads: ConfigurationReads, now = fixtureTime): ConfigurationReads => {
  const trial = new Trial(domain, reads, now, byOwner);
  for (const { timeZone = 'UTC', ...person } of invitations)
    trial.apply({ type: 'PersonInvited', data: { ...person, timeZone, invitationHash: '', expiresAt: now } }, 'people-directory');
  for (const [n, step] of steps.entries()) {
    const refused = step.command && trial.take(step.command, n);
    if (refused) throw new Error(`${step.about}: ${refused.code}`);
    claimKey(trial, step.command);
    trial.apply(
      { type: 'ConfigStepTaken', data: { planId: idOf('f0'), source: 'default', commit: null, step: n, ...step } },
      'config-files',
    );
  }
  return trial.reads;
};
