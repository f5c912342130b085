// Signing in with a token. It is posted once; what the browser keeps is a cookie that no script can read.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailurePanel } from '../parts/loaded.ts';
import { type Failure, failureOf } from '../state/failure.ts';
import { signIn } from '../state/who.ts';

export function SignIn(): JSX.Element {
  const [token, setToken] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await signIn(token.trim());
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return h(
    'main',
    { class: 'alone' },
    h('h1', {}, 'Tieout'),
    h('p', {}, 'Sign in with the token that you were given. You stay signed in for eight hours.'),
    failure && h(FailurePanel, { failure }),
    h(
      'form',
      { onSubmit: submit },
      h(
        'label',
        { class: 'field wide' },
        h('span', {}, 'Token'),
        h('input', {
          ...{ type: 'password', value: token, required: true, autocomplete: 'current-password', autofocus: true },
          onInput: (event: Event) => setToken((event.target as HTMLInputElement).value),
        }),
      ),
      h(
        'p',
        { class: 'acts' },
        h('button', { type: 'submit', class: 'primary', disabled: isBusy || token.trim() === '' }, 'Sign in'),
      ),
    ),
  );
}
