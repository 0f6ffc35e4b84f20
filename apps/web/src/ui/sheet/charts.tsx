import { BandPlot } from '../charts/band-plot.js';
import { BarPlot } from '../charts/bar-plot.js';
import { DivergingBar } from '../charts/diverging-bar.js';
import { HeatLegend, HeatMap } from '../charts/heat-map.js';
import { KeyFigures } from '../charts/key-figures.js';
import { Legend } from '../charts/legend.js';
import { PairBar } from '../charts/pair-bar.js';
import { PercentileStrip } from '../charts/percentile-strip.js';
import { ShareBar } from '../charts/share-bar.js';
import { Panel } from '../panel.js';

const minute = 60_000;
const days = Array.from({ length: 14 }, (_, n) => ({
  key: `${n}`,
  label: `${n + 1} Nov`,
  name: `${n + 1} November`,
  isWeekend: n % 7 > 4,
}));
const reading = (index: number) => ({ title: days[index]!.name, rows: [['Opened', `${index}`]] as const });

export const Plots = () => (
  <Panel title="Plots: axes, weekends, the period before, read-out by pointer and by ← →">
    <div className="grid gap-6 lg:grid-cols-2">
      <BarPlot
        name="Alerts by day"
        summary="Most: 12."
        bars={days.map((day, n) => ({ ...day, parts: [(n * 5) % 9, (n * 3) % 4], before: (n * 7) % 11 }))}
        readingOf={reading}
      />
      <BandPlot
        name="Time to acknowledge"
        summary="Last: 6 min."
        points={days.map((day, n) => ({
          ...day,
          middle: n === 5 ? null : (2 + (n % 4)) * minute,
          high: n === 5 ? null : (9 + ((n * 3) % 8)) * minute,
        }))}
        words={{ middle: 'p50 3 min', high: 'p90 16 min' }}
        readingOf={reading}
      />
    </div>
    <Legend
      entries={[
        ['data', 'high urgency'],
        ['soft', 'low urgency'],
        ['before', 'the 14 days before'],
        ['tick', 'p50'],
        ['ring', 'longest'],
      ]}
    />
  </Panel>
);

const counts = Array.from({ length: 168 }, (_, hour) => (hour % 24 < 7 || hour % 5 > 1 ? 0 : (hour * 7) % 13));

export const HeatMaps = () => (
  <Panel title="Heat map: five steps, figures, totals">
    <HeatMap name="Pages by hour of the week" counts={counts} />
    <HeatLegend most={12} />
  </Panel>
);

export const Figures = () => (
  <Panel title="Figures and the drawings of a line">
    <KeyFigures
      figures={[
        { label: 'Time to acknowledge', value: '2 min', delta: { words: '40 s faster', tone: 'better' }, trend: [4, 3, 5, 3, 2, 2] },
        { label: 'Pages at night', value: '14', delta: { words: '5 more', tone: 'worse' }, trend: [1, 2, 1, null, 3, 4] },
        { label: 'Reached by the first page', value: '86 %', delta: { words: 'as before', tone: 'same' }, trend: [5, 5, 5, 5] },
        { label: 'Longest wait', value: '31 min', delta: null },
      ]}
    />
    <div className="mt-4 grid gap-3">
      <PercentileStrip p50={10} p90={30} max={80} top={100} />
      <PercentileStrip p50={null} p90={null} max={null} top={100} />
      <DivergingBar value={0.3} most={0.6} />
      <DivergingBar value={-0.45} most={0.6} />
      <PairBar before={8} after={3} top={10} />
      <ShareBar
        shares={[
          { name: 'Delivered', count: 81, color: 'var(--data)' },
          { name: 'Failed', count: 7, color: 'var(--data-before)' },
        ]}
      />
    </div>
  </Panel>
);
