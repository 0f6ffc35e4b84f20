import { lazy, Suspense, type ComponentProps } from 'react';
import { buttonClass } from './button.js';

const ChoiceMenu = lazy(() => import('./menu.js').then((module) => ({ default: module.ChoiceMenu })));

/** The menu comes after the screen; until then its button stands there and waits. */
export const LazyMenu = (props: ComponentProps<typeof ChoiceMenu>) => (
  <Suspense
    fallback={
      <button type="button" disabled aria-label={props.label} className={props.className ?? buttonClass('plain')}>
        {props.children}
      </button>
    }
  >
    <ChoiceMenu {...props} />
  </Suspense>
);
