import { lazyPart } from '../../../ui/lazy-part.js';

/** The dialog to page someone, loaded when it is first opened. */
export const PageSomeoneDialog = lazyPart(() => import('./page-someone-dialog.js'), 'PageSomeoneDialog');
