import type { ComponentProps } from 'react';
import { buttonClass } from './button.js';
import { lazyPart } from './lazy-part.js';
import { PartBoundary } from './part-boundary.js';

const ChoiceMenu = lazyPart(() => import('./menu.js'), 'ChoiceMenu');

type Props = ComponentProps<typeof ChoiceMenu>;

/** The button of a menu that is not there. `again` asks for the menu; without it the button waits. */
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

/** The menu comes after the screen; until then its button stands there and waits. A menu that fails takes nothing beside it away. */
export const LazyMenu = (props: Props) => (
  <PartBoundary waiting={<MenuPlaceholder {...props} />} renderFailed={(again) => <MenuPlaceholder {...props} again={again} />}>
    <ChoiceMenu {...props} />
  </PartBoundary>
);
