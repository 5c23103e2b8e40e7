/** The HTML of a part of the page, rendered without a browser. */
import { createStore, Provider } from 'jotai';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Actions } from '../../../src/actions/actions.ts';
import { ActionsContext } from '../../../src/actions/context.ts';

/** Renders a part over a store. Event handlers do not run, since nothing can be pressed. */
export function drawn<Props extends object>(
  part: ComponentType<Props>,
  props: Props,
  store = createStore(),
): string {
  const actions = createElement(ActionsContext, { value: {} as Actions }, createElement(part, props));
  return renderToStaticMarkup(createElement(Provider, { store }, actions));
}
