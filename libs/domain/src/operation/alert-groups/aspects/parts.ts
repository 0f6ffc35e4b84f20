import type { ActionNeededPart } from './action-needed/part.js';
import type { ClosingPart } from './closing/part.js';
import type { FlapsPart } from './flaps/part.js';
import type { MutesPart } from './mutes/part.js';
import type { NoisePart } from './noise/part.js';

/** What the aspects hold of a group: apart from the aspects, which need the whole state. */
export type AspectParts = ActionNeededPart & ClosingPart & NoisePart & MutesPart & FlapsPart;
