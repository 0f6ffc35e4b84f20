import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../data/cache/api.js';
import { forgetSaved } from '../data/offline/saved-cache.js';
import { keys } from '../data/cache/keys.js';
import { emptyQueue } from '../data/offline/queue.js';
import { forgetStoredState } from '../data/session/use-stored-state.js';
import { chooseTheme, themes } from '../ui/choose-theme.js';
import { useSettingsEntries } from './settings-entries.js';
import { SegmentedControl } from '../ui/segmented-control.js';
import { storedTheme } from '../ui/theme.js';

/** Also of other entries beside these. */
export const entryClass = 'block w-full rounded-md px-2.5 py-1.5 text-left hover:bg-hover';

export function AccountEntries({ close }: { close: () => void }) {
  const entries = useSettingsEntries();
  const client = useQueryClient();
  const navigate = useNavigate();

  async function signOut() {
    await api('DELETE', '/session').catch(() => undefined);
    forgetStoredState();
    const emptying = emptyQueue();
    await navigate({ to: '/sign-in' });
    client.clear();
    client.setQueryData(keys.session, null);
    // must be last: while the session lives, the shown data is stored again every few seconds
    await Promise.all([forgetSaved(), emptying]);
  }

  return (
    <>
      <nav aria-label="Account">
        {entries.map(({ to, label }) => (
          <Link key={to} to={to} className={entryClass} onClick={close}>
            {label}
          </Link>
        ))}
      </nav>
      <ThemeChoice />
      <button type="button" className={`${entryClass} border-t border-line`} onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <SegmentedControl
      label="Colours"
      className="mx-2.5 my-2"
      segments={themes.map((one) => ({ value: one, label: <span className="capitalize">{one}</span> }))}
      value={theme}
      onChange={(one) => {
        setTheme(one);
        chooseTheme(one);
      }}
    />
  );
}
