/** React Router's browser functions. All other files import them from here: version 8 removes react-router-dom. */
export {
  createBrowserRouter,
  createPath,
  matchRoutes,
  Outlet,
  type RouteObject,
  RouterProvider,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router-dom';
