import type { MappingFailure } from '@tocsin/contracts/mappings/noun.js';
import { fieldNames } from './field-names.js';

const words: Readonly<Record<MappingFailure['reason'], string>> = {
  expression: 'The expression fails',
  no_summary: 'The mapping gives no title',
  too_slow: 'The mapping takes too long',
  too_large: 'The mapping needs too much memory',
  not_read: 'The request can’t be read as JSON',
  paused: 'The mapping took too long before, and is paused',
  busy: 'Too many requests are waiting',
};

/** Why a mapping gave no signal, in one sentence; `says`: the error of the expression. */
export const failureWords = ({ reason, field, code }: MappingFailure, says: string | null = null): string => {
  const ofField = reason === 'expression' && field !== null ? `The expression of ${fieldNames[field].label} fails` : words[reason];
  const detail = reason === 'expression' ? (says ?? code) : null;
  return detail ? `${ofField}: ${detail}` : `${ofField}.`;
};
