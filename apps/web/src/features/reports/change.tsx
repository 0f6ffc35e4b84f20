import type { Delta } from '../../ui/charts/key-figures.js';

const toneClass: Record<Delta['tone'], string> = { better: 'text-done', worse: 'text-warn', same: 'text-muted' };

/** In a cell, where the head of its column says what changed. */
export const Change = ({ delta }: { delta: Delta | null }) =>
  delta && <span className={toneClass[delta.tone]}>{delta.words.replace(/ (as|than) before$/, '')}</span>;
