import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../data/api.js';
import { forgetShown } from '../data/kept.js';
import { keys } from '../data/keys.js';
import { usePerson } from '../data/names.js';
import { emptyQueue } from '../data/queue.js';
import { useMay, useMe } from '../data/session.js';
import { useEvery } from '../data/use-view.js';
import { forgetAllKept } from '../ui/use-kept.js';
import { chooseTheme, storedTheme, themes } from '../ui/theme.js';

const entry = 'block w-full rounded-md px-2.5 py-1.5 text-left hover:bg-hover';

/** What is mine, and what is set rarely: behind my initial. */
export function AccountMenu() {
  const { personId } = useMe();
  const name = usePerson(personId);
  const isKnown = useEvery('people').data !== undefined;
  const maySetSignIn = useMay('sign_in.configure');
  const popover = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const close = () => popover.current?.hidePopover();

  async function signOut() {
    await api('DELETE', '/session').catch(() => undefined);
    forgetAllKept();
    const emptied = emptyQueue();
    await navigate({ to: '/sign-in' });
    client.clear();
    client.setQueryData(keys.session, null);
    // last: as long as somebody is here, what is shown is kept every few seconds
    await Promise.all([forgetShown(), emptied]);
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="account"
        aria-label={`Account of ${name}`}
        className="grid size-8 place-items-center rounded-full border border-line bg-raised font-semibold uppercase hover:bg-hover"
      >
        {isKnown ? name.slice(0, 1) : <span className="text-faint">·</span>}
      </button>
      <div
        ref={popover}
        id="account"
        popover="auto"
        className="fixed inset-auto top-12 right-3 m-0 w-60 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-pop"
      >
        <p className="truncate px-2.5 py-1.5 font-medium">{name}</p>
        <nav aria-label="Account">
          <Link to="/me" className={entry} onClick={close}>
            My settings
          </Link>
          <Link to="/settings" className={entry} onClick={close}>
            Settings
          </Link>
          {maySetSignIn && (
            <Link to="/settings/sign-in" className={entry} onClick={close}>
              Sign-in
            </Link>
          )}
          <Link to="/settings/tokens" className={entry} onClick={close}>
            Tokens
          </Link>
          <Link to="/settings/events" className={entry} onClick={close}>
            Event subscriptions
          </Link>
          <Link to="/settings/health" className={entry} onClick={close}>
            Health
          </Link>
        </nav>
        <ThemeChoice />
        <button type="button" className={`${entry} border-t border-line`} onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <fieldset className="flex gap-1 px-2.5 py-2">
      <legend className="sr-only">Colours</legend>
      {themes.map((one) => (
        <label
          key={one}
          className="flex-1 rounded-md border border-line py-1 text-center text-[13px] capitalize has-checked:border-line-strong has-checked:bg-hover has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === one}
            onChange={() => {
              setTheme(one);
              chooseTheme(one);
            }}
          />
          {one}
        </label>
      ))}
    </fieldset>
  );
}
