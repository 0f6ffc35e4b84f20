export interface Reading {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** `Sat 14 Nov. Opened 10. 28 days before 8.` */
export const readingText = ({ title, rows }: Reading): string => [title, ...rows.map(([label, value]) => `${label} ${value}`)].join('. ');

/** Beside the slot that is read out, on its freer side. `at`: its place, from 0 to 1. */
export const ReadOut = ({ reading: { title, rows }, at }: { reading: Reading; at: number }) => (
  <div
    aria-hidden
    className="pointer-events-none absolute top-6 z-10 min-w-36 rounded-md border border-line bg-raised px-2.5 py-2 text-xs whitespace-nowrap shadow-pop print:hidden"
    style={at > 0.5 ? { right: `calc(${(1 - at) * 100}% + 14px)` } : { left: `calc(${at * 100}% + 14px)` }}
  >
    <p className="font-medium">{title}</p>
    <dl className="grid grid-cols-[1fr_auto] gap-x-3.5">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
