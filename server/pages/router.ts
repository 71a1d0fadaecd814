/** React Router's server functions, imported here only, as shared/router.ts for both sides. */
export {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
