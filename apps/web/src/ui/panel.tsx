import type { ReactNode } from 'react';

interface Props {
  /** Anchor for links from other screens. */
  id?: string | undefined;
  title: string;
  /** Behind the title: how many there are. */
  count?: number | string;
  /** Buttons of the head, at its end. */
  actions?: ReactNode;
  foot?: ReactNode;
  /** Without padding: a table or a list, whose rows reach the edges. */
  flush?: boolean;
  /** The title is only for who hears it. */
  hidesTitle?: boolean;
  children: ReactNode;
}

export const panelClass = 'min-w-0 rounded-lg border border-line bg-panel shadow-panel';

/** What stands on the canvas: one thing with its head. */
export const Panel = ({ id, title, count, actions, foot, flush = false, hidesTitle = false, children }: Props) => (
  <section id={id} aria-label={title} className={`${panelClass} scroll-mt-20 ${flush ? 'overflow-hidden' : ''}`}>
    {!hidesTitle && (
      <header className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2">
        <h2 className="min-w-0 text-sm font-semibold wrap-anywhere">
          {title}
          {count !== undefined && <span className="ml-1.5 font-normal text-faint">{count}</span>}
        </h2>
        {actions && <div className="ml-auto flex items-center gap-1.5">{actions}</div>}
      </header>
    )}
    <div className={flush ? '' : `px-4 pb-4 ${hidesTitle ? 'pt-4' : 'pt-1'}`}>{children}</div>
    {foot && <footer className="flex items-center gap-2 border-t border-line-soft px-4 py-2.5 text-muted">{foot}</footer>}
  </section>
);
