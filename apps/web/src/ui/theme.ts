export type Theme = 'system' | 'light' | 'dark';

export const themeKey = 'tocsin.theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Colours follow the system unless a choice is stored in this browser. */
export function applyTheme(theme = storedTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
