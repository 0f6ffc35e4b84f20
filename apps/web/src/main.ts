import { applyTheme } from './ui/theme.js';

applyTheme();

// The page may not make code out of text (CSP): zod need not try. Set before any schema is made, without loading zod for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The page of a page is opened at night, on one bar: it loads a few kilobytes of its own, and nothing else.
if (location.pathname.startsWith('/p/')) void import('./features/page-link/page-link.js').then((module) => module.showPageLink());
else void import('./app/start.js');
