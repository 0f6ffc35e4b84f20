import { applyTheme, themeKey, type Theme } from './theme.js';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(themeKey);
  else localStorage.setItem(themeKey, theme);
  applyTheme(theme);
}
