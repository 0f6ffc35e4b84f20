import { layerWords } from './rotation-words.js';
import type { ScheduleDraft } from './use-schedule-edit.js';

/** Each part of a schedule as one line of text: for saying what somebody else changed. */
export const linesOf = ({ timeZone, layers }: ScheduleDraft, nameOf: (personId: string) => string): Record<string, string> => ({
  'time zone': timeZone,
  ...Object.fromEntries(layers.map((layer) => [layer.name, layerWords(layer, nameOf)])),
});
