import type { Actor } from '@tocsin/contracts/envelope.js';
import type { DraftRequest } from '@tocsin/contracts/schedule-answers.js';
import type { ConfigurationReads } from '../../reads.js';
import { mistakeInLayers } from '../layer-mistakes.js';

const nobody: Actor = { kind: 'person', id: '', roles: [] };

/** What saving a draft would be refused for; null: nothing that shows in its layers. */
export const mistakeInDraft = (draft: Pick<DraftRequest, 'timeZone' | 'layers'>, reads: ConfigurationReads, now: string) =>
  mistakeInLayers(draft, { reads, now, actor: nobody });
