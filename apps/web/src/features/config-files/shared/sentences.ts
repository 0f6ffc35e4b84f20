import type { events as configEvents } from '@tocsin/contracts/config-files/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

const ofCommit = (commit: string | null): string => (commit === null ? '' : `, commit ${commit}`);

/** `LookupTable`: a lookup table. */
const kindWord = (kind: string): string => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

export const configSentences: Sentences<keyof typeof configEvents> = {
  ExternalKeySet: ({ data, meta }, names) =>
    data.externalKey === null
      ? `${names.actor(meta.actor)} removed the external key of a ${kindWord(data.kind)}.`
      : `${names.actor(meta.actor)} set the external key ${data.externalKey} of a ${kindWord(data.kind)}.`,
  ConfigStepsPrepared: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} recorded ${count(data.steps.length, 'step')} of a configuration plan.`,
  ConfigApplyStarted: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} began to apply configuration files of ${data.source}${ofCommit(data.commit)}: ${data.summary.created} new, ${data.summary.changed} changed, ${data.summary.removed} removed.`,
  ConfigStepTaken: ({ data }) => `Configuration files of ${data.source}: step ${data.step + 1}, ${data.about}.`,
  ConfigApplyStopped: ({ data }) =>
    data.because === 'refused'
      ? `Applying configuration files stopped at step ${data.step + 1}: ${data.about} was refused. What was done stays.`
      : `Applying configuration files stopped at step ${data.step + 1}: nothing happened for 15 min. What was done stays.`,
  ConfigApplied: ({ data }) => `Configuration files of ${data.source}${ofCommit(data.commit)} were applied.`,
};
