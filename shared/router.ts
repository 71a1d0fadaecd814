/** React Router, through one door: version 8 drops react-router-dom. */
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
