import type { ReactNode } from 'react';
import { InfoIcon } from './first-icons.js';
import { WarnMark } from './warn-mark.js';

const grounds = { warn: 'border-warn-line bg-warn-tint', plain: 'border-quiet-line bg-quiet-tint' } as const;

interface Props {
  tone?: keyof typeof grounds;
  children: ReactNode;
  /** A button at its end. */
  action?: ReactNode;
}

/** One line about the whole screen, above its content: ink beside an icon of its tone. */
export const Banner = ({ tone = 'warn', children, action }: Props) => (
  <div className={`flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg border px-3 py-2 ${grounds[tone]}`}>
    {tone === 'warn' ? <WarnMark size={16} /> : <InfoIcon />}
    <div className="min-w-0 flex-1 basis-48">{children}</div>
    {action}
  </div>
);
