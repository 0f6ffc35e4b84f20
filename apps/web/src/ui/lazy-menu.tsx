import type { ComponentProps } from 'react';
import { buttonClass } from './button.js';
import { lazyPart } from './lazy-part.js';
import { PartBoundary } from './part-boundary.js';

const ChoiceMenu = lazyPart(() => import('./menu.js'), 'ChoiceMenu');

type Props = ComponentProps<typeof ChoiceMenu>;

/** The button of a menu that is not loaded. `again` retries; without it the button shows that it is loading. */
const MenuPlaceholder = ({ label, className, children, again }: Props & { again?: () => void }) => (
  <button
    type="button"
    disabled={!again}
    aria-busy={again ? undefined : true}
    onClick={again}
    title={again && 'Could not be loaded. Press to try again'}
    aria-label={label}
    className={className ?? buttonClass('plain')}
  >
    {children}
  </button>
);

/** Loads the menu after the screen; its button shows a pending press. A failure affects nothing else. */
export const LazyMenu = (props: Props) => (
  <PartBoundary waiting={<MenuPlaceholder {...props} />} renderFailed={(again) => <MenuPlaceholder {...props} again={again} />}>
    <ChoiceMenu {...props} />
  </PartBoundary>
);
