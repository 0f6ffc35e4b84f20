import type { FieldWords } from './connection-words.js';

/** `initial`: of a new connection. */
export const paceFields = (initial?: string): readonly FieldWords[] => [
  {
    name: 'perSecond',
    label: 'Messages a second',
    isMore: true,
    placeholder: '1',
    ...(initial === undefined ? {} : { initial }),
    hint: 'More wait, the most urgent first, and are left out once their page ends. Empty: as fast as the provider takes them.',
  },
  { name: 'atOnce', label: 'Calls at once', isMore: true, placeholder: '20', hint: 'Empty: 20.' },
];
