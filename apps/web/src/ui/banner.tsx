import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  warn: { ground: 'border-warn-line bg-warn-tint', icon: 'text-warn', Icon: TriangleAlert },
  done: { ground: 'border-done-line bg-done-tint', icon: 'text-done', Icon: CircleCheck },
  plain: { ground: 'border-quiet-line bg-quiet-tint', icon: 'text-muted', Icon: Info },
} as const;

interface Props {
  tone?: keyof typeof tones;
  children: ReactNode;
  /** A button at its end. */
  action?: ReactNode;
}

/** One line about the whole screen, above its content: ink beside an icon of its tone. */
export const Banner = ({ tone = 'warn', children, action }: Props) => {
  const { ground, icon, Icon } = tones[tone];
  return (
    <div className={`flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg border px-3 py-2 ${ground}`}>
      <Icon aria-hidden size={16} strokeWidth={1.5} className={`shrink-0 ${icon}`} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
};
