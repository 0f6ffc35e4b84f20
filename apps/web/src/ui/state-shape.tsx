import type { ReactNode } from 'react';

const edge = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 } as const;

const shapes = {
  filledDiamond: <path d="M8 2.2 13.8 8 8 13.8 2.2 8Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  hollowDiamond: <path d="M8 2.7 13.3 8 8 13.3 2.7 8Z" {...edge} strokeLinejoin="round" />,
  halfCircle: (
    <>
      <circle cx="8" cy="8" r="5.3" {...edge} />
      <path d="M8 2.7a5.3 5.3 0 0 1 0 10.6Z" fill="currentColor" />
    </>
  ),
  moon: <path d="M13.4 9.7A5.8 5.8 0 0 1 6.3 2.6a5.8 5.8 0 1 0 7.1 7.1Z" fill="currentColor" />,
  struckCircle: (
    <>
      <circle cx="8" cy="8" r="5.3" {...edge} />
      <path d="m4.5 11.5 7-7" {...edge} />
    </>
  ),
  dottedCircle: <circle cx="8" cy="8" r="5.3" {...edge} strokeDasharray="1.6 2.2" />,
  tickedDisc: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="currentColor" />
      <path d="m5.2 8.2 2 2 3.7-4.2" fill="none" stroke="var(--panel)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type Shape = keyof typeof shapes;

export const StateShape = ({ shape, label, size = 16 }: { shape: Shape; label?: string; size?: number }) => (
  <svg
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    className="block shrink-0"
  >
    {shapes[shape]}
  </svg>
);
