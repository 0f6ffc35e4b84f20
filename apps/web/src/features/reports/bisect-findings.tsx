import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { things, type Thing } from '@tocsin/contracts/versions.js';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useNames } from '../../data/words/names.js';
import { capital } from '../../data/words/capital.js';
import { Button } from '../../ui/button.js';
import { ShareBar } from '../../ui/charts/share-bar.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { Section } from '../../ui/screen.js';
import { Day } from '../../ui/time.js';
import { bisectFinding, partsOf, percentOf, rangeOfChange, type SharePart } from './bisect-words.js';
import { FiguresTable } from './figures-table.js';

const VersionsDialog = lazyPart(() => import('../history/shared/versions/versions-dialog.js'), 'VersionsDialog');

const shades = ['var(--data)', 'var(--bronze-fill)', 'var(--data-soft)'];
const colorOf = ({ change }: SharePart, n: number): string => (change ? shades[n % shades.length]! : 'var(--data-before)');

const endings: Readonly<Record<BisectResult['ended'], string>> = {
  equal: '',
  signals: '',
  found: '',
  runs: 'It ended at the most replays it may make: what is left is together or unexplained. ',
  time: 'It ended at the most processor time it may take: what is left is together or unexplained. ',
};

/** What explains that one period was worse: a sentence, the shares, and the changes. */
export function BisectFindings({ result }: { result: BisectResult }) {
  const names = useNames();
  const parts = partsOf(result, names);
  const [compared, setCompared] = useState<BisectedChange | null>(null);
  const thing = compared && thingOf(compared);
  const { worse, better, nights, changed, leftOut, runs, pin } = result;
  return (
    <>
      <p className="max-w-[86ch] text-xl font-medium tracking-tight text-balance">{bisectFinding(result, names)}</p>
      <p className="mt-1 mb-4 max-w-3xl text-xs text-muted">
        {plural(nights, 'night')} from <Day at={worse.from} />, compared with as many from <Day at={better.from} />. The worse ones were
        replayed {plural(runs, 'time')}, with other changes undone each time; people acknowledge as they did. {plural(changed, 'setting')}{' '}
        had been changed
        {leftOut > 0 && <>, of which {leftOut.toLocaleString('en')} concerned none of its alert groups or could not be undone</>}.{' '}
        {endings[result.ended]}
      </p>
      {parts.length > 0 && (
        <Section title="What explains the difference">
          <ShareBar shares={parts.map((part, n) => ({ name: part.name, count: part.pages, color: colorOf(part, n) }))} />
          <div className="mt-3">
            <FiguresTable
              caption="Change"
              columns={['Night pages', 'Share', 'First edited', 'Edits']}
              lines={parts.map((part, n) => ({
                key: part.key,
                name: (
                  <span className="flex items-center gap-2">
                    <i aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: colorOf(part, n) }} />
                    {capital(part.name)}
                  </span>
                ),
                cells: [
                  part.pages.toLocaleString('en'),
                  part.change ? rangeOfChange(part.change, result) : `${percentOf(part.pages, result)} %`,
                  part.change ? <Day key="at" at={part.change.at} /> : '–',
                  part.change ? <Edits key="edits" change={part.change} onCompare={() => setCompared(part.change)} /> : '–',
                ],
              }))}
            />
          </div>
          <p className="mt-2 text-xs text-muted">
            A range: alone undone, to alone made. Changes that only act together are in no one’s share; nor are those of people whose
            figures you can’t see.
          </p>
        </Section>
      )}
      <Suspense>{thing && compared && <VersionsDialog thing={thing} at={compared.first - 1} onClose={() => setCompared(null)} />}</Suspense>
      <footer className="mt-10 border-t border-line pt-3 text-xs text-muted">Events read up to {pin.ordinal.toLocaleString('en')}.</footer>
    </>
  );
}

const thingOf = ({ kind, id }: BisectedChange): Thing | null =>
  kind in things && id !== 'organisation' ? { view: kind as Thing['view'], id } : null;

/** How often it was edited, with its difference: all edits as one, with the way back. */
function Edits({ change, onCompare }: { change: BisectedChange; onCompare: () => void }) {
  return (
    <>
      <Link to="/history" search={{ event: `${change.last}` }} className="link">
        {plural(change.edits, 'edit')}
      </Link>
      {thingOf(change) && (
        <Button kind="quiet" className="ml-1 !h-7 text-xs" onClick={onCompare}>
          Compare…
        </Button>
      )}
    </>
  );
}
