/** What a part of the page draws, as HTML, where no browser is needed. */
import { createStore, Provider } from 'jotai';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Actions } from '../../../src/actions.ts';
import { ActionsContext } from '../../../src/actions-context.ts';

/** Draws a part over a store; what a press would do is left out, since nothing can be pressed. */
export function drawn<Props extends object>(
  part: ComponentType<Props>,
  props: Props,
  store = createStore(),
): string {
  const actions = createElement(ActionsContext, { value: {} as Actions }, createElement(part, props));
  return renderToStaticMarkup(createElement(Provider, { store }, actions));
}
