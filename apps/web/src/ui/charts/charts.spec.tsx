import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { BandPlot } from './band-plot.js';
import { BarPlot } from './bar-plot.js';
import { DivergingBar } from './diverging-bar.js';
import { HeatLegend, HeatMap } from './heat-map.js';
import { FigureText, KeyFigures } from './key-figures.js';
import { PairBar } from './pair-bar.js';
import { PercentileStrip } from './percentile-strip.js';
import { ShareBar } from './share-bar.js';
import { Sparkline } from './sparkline.js';

/** Attributes of the elements that a pattern matches. */
const parts = (of: ReactNode, tag: string, ...names: readonly string[]): readonly (readonly (string | undefined)[])[] =>
  [...renderToStaticMarkup(of).matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))].map(([text]) =>
    names.map((name) => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]),
  );
const texts = (of: ReactNode): string =>
  renderToStaticMarkup(of)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const slot = (n: number) => ({ key: `${n}`, label: `${n} Nov`, name: `Day ${n}`, isWeekend: n === 2 });
const reading = (index: number) => ({ title: `Day ${index + 1}`, rows: [['Opened', `${index}`]] as const });

describe('a bar plot', () => {
  const plot = (
    <BarPlot
      name="Alerts by day"
      summary="Most: 10."
      bars={[
        { ...slot(1), parts: [4, 6], before: 5 },
        { ...slot(2), parts: [0, 0], before: 0 },
        { ...slot(3), parts: [5], before: 12 },
      ]}
      readingOf={reading}
    />
  );

  it('draws bars from zero, to the scale of its axis', () => {
    const [dark, light, alone] = parts(plot, 'rect', 'data-part', 'y', 'height').filter(([part]) => part !== undefined);
    expect([dark, light, alone].map((one) => one?.[0])).toEqual(['0', '1', '0']);
    // 15 is at the top, 168 pixels above zero
    expect(Number(dark![2])).toBeCloseTo((4 / 15) * 168);
    expect(Number(light![2])).toBeCloseTo((6 / 15) * 168);
    expect(Number(light![1]) + Number(light![2])).toBeCloseTo(Number(dark![1]));
    expect(Number(alone![1]) + Number(alone![2])).toBeCloseTo(174);
  });

  it('draws the period before as a dashed outline, and nothing where it had nothing', () => {
    const outlines = parts(plot, 'path', 'data-before', 'fill', 'stroke-dasharray').filter(([before]) => before !== undefined);
    expect(outlines).toEqual([
      ['', 'none', '2 2'],
      ['', 'none', '2 2'],
    ]);
  });

  it('shades weekends, and says what it shows', () => {
    expect(parts(plot, 'rect', 'data-weekend').filter(([weekend]) => weekend !== undefined)).toHaveLength(1);
    expect(parts(plot, 'svg', 'aria-label')).toEqual([['Alerts by day. Most: 10.']]);
    expect(texts(plot)).toMatch(/0 5 10 15 .*1 Nov.* 3 Nov/);
  });

  it('is read out by keys: it begins with the last slot', () => {
    expect(parts(plot, 'div', 'role', 'aria-label', 'aria-valuenow', 'aria-valuemax', 'aria-valuetext').filter(([role]) => role)).toEqual([
      ['slider', 'Alerts by day', '3', '3', 'Day 3. Opened 2'],
    ]);
  });

  it('is empty without slots, and has nothing to read out', () => {
    const empty = <BarPlot name="Alerts by day" summary="None." bars={[]} readingOf={reading} />;
    expect(parts(empty, 'div', 'role').filter(([role]) => role)).toEqual([]);
  });
});

describe('a band plot', () => {
  const minute = 60_000;
  const point = (n: number, middle: number | null, high: number | null) => ({ ...slot(n), middle, high });
  const plot = (
    <BandPlot
      name="Time to acknowledge by week"
      summary="Last: 6 min."
      points={[point(1, 5 * minute, 18 * minute), point(2, null, null), point(3, 6 * minute, 12 * minute)]}
      words={{ middle: 'p50 6 min', high: 'p90 12 min' }}
      readingOf={reading}
    />
  );

  it('has its line, its band, the words of both at its end, and minutes on its axis', () => {
    expect(parts(plot, 'path', 'd')).toHaveLength(3);
    expect(texts(plot)).toMatch(/0 min 5 min 10 min 15 min 20 min .*p90 12 min p50 6 min/);
  });

  it('leaves out weeks in which nothing was measured', () => {
    for (const [path] of parts(plot, 'path', 'd')) expect(path!.match(/M/g)).toHaveLength(2);
  });
});

describe('the small drawings of a line', () => {
  it('are a strip of percentiles on a shared scale', () => {
    const strip = <PercentileStrip p50={10} p90={30} max={80} top={100} />;
    expect(parts(strip, 'svg', 'x', 'width').slice(1)).toEqual([
      ['10.00%', '20.00%'],
      ['10.00%', undefined],
    ]);
    expect(parts(strip, 'circle', 'data-mark', 'cx')).toEqual([['max', '80.00%']]);
    expect(parts(<PercentileStrip p50={null} p90={null} max={null} top={100} />, 'circle', 'cx')).toEqual([]);
  });

  it('are a bar to the right for more than an even share, to the left for less', () => {
    const bar = (value: number, most: number) => parts(<DivergingBar value={value} most={most} />, 'rect', 'x', 'width')[0];
    expect([bar(0.3, 0.6), bar(-0.6, 0.6), bar(0, 0), bar(9, 1)]).toEqual([
      ['50.00%', '25.00%'],
      ['0.00%', '50.00%'],
      ['50.00%', '0.00%'],
      ['50.00%', '50.00%'],
    ]);
  });

  it('are an outline for before, and a bar for after', () => {
    expect(parts(<PairBar before={5} after={10} top={10} />, 'rect', 'data-mark', 'width')).toEqual([
      ['before', '50.00%'],
      ['after', '100.00%'],
    ]);
    expect(parts(<PairBar before={0} after={0} top={0} />, 'rect', 'data-mark', 'width')).toEqual([['after', '0%']]);
  });

  it('are parts of a whole, without those that are none', () => {
    const shares = [
      { name: 'sent', count: 3, color: 'red' },
      { name: 'read', count: 0, color: 'red' },
      { name: 'failed', count: 1, color: 'red' },
    ];
    expect(parts(<ShareBar shares={shares} />, 'i', 'data-mark', 'style')).toEqual([
      ['sent', 'width:75.00%;background:red'],
      ['failed', 'width:25.00%;background:red'],
    ]);
  });

  it('are a line of the weeks that were measured, and none of fewer than two', () => {
    const [[path] = []] = parts(<Sparkline values={[1, null, 3, 2]} />, 'path', 'd');
    expect(path!.match(/M/g)).toHaveLength(2);
    expect(renderToStaticMarkup(<Sparkline values={[null, 2]} />)).toBe('');
  });
});

describe('a heat map', () => {
  const counts = Array.from({ length: 168 }, (_, hour) => (hour === 0 ? 5 : hour === 26 ? 2 : 0));

  it('is a table: a figure in each hour that has one, totals of days, of hours and of all', () => {
    const map = <HeatMap name="Alerts by hour of the week" counts={counts} />;
    expect(parts(map, 'section', 'aria-label')).toEqual([['Alerts by hour of the week: table']]);
    expect(texts(map)).toMatch(/Total Mon 5 5 Tue 2 2 Wed 0 .*Sun 0 Total 5 0 2 0 .* 7 $/);
  });

  it('has five steps, the darkest for the most', () => {
    const styles = parts(<HeatMap name="Alerts" counts={counts} />, 'td', 'data-hour', 'style').filter(([hour]) =>
      ['0', '1', '26'].includes(hour!),
    );
    expect(styles.map(([, style]) => style)).toEqual([
      'background:var(--heat-4);color:var(--on-heat-4)',
      'background:var(--heat-0)',
      'background:var(--heat-2)',
    ]);
    expect(texts(<HeatLegend most={5} />)).toBe(' 0 1 2 3 4 and more ');
  });

  it('is one stop of the Tab key: the first hour that has a count', () => {
    const order: (readonly [number, number])[] = [];
    const note = (hour: number, _: number, tabIndex: number): null => (order.push([hour, tabIndex]), null);
    renderToStaticMarkup(<HeatMap name="Alerts" counts={counts} renderLink={note} />);
    expect(order).toEqual([
      [0, 0],
      [26, -1],
    ]);
  });
});

describe('key figures', () => {
  it('have a label, a figure with its units, and how it changed in words', () => {
    const delta = { words: '41 s faster than before', tone: 'better' } as const;
    const figures = <KeyFigures figures={[{ label: 'p50 to acknowledge', value: <FigureText text="6 min 23 s" />, delta }]} />;
    expect(texts(figures)).toBe(' p50 to acknowledge 6 min 23 s 41 s faster than before ');
    expect(parts(figures, 'small')).toHaveLength(2);
  });

  it('keep the place of the words until they are known', () => {
    expect(parts(<KeyFigures figures={[{ label: 'Alerts', value: '1', delta: null }]} />, 'dd', 'class').at(-1)![0]).toContain('min-h-7');
  });
});
